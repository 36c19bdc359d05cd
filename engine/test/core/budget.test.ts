/** The budget, and what is left when it cannot be kept. */
import { describe, expect, test } from 'vitest'
import { budgetFor, resolveBudget } from '../../src/core/budget.js'
import { BudgetError, CannotFitError, fit, plan, type Budget, type FitOptions, type Floor } from '../../src/index.js'
import { perCharacter } from '../bed/counters.js'

describe('window, reserve and the two marks', () => {
  test.each<[string, { window: number; reserve?: number; high: number; low: number }, Omit<Budget, 'window'>]>([
    ['32,000 for the answer', { window: 200_000, high: 0.95, low: 0.5 }, { reserve: 32_000, limit: 168_000, high: 159_600, low: 84_000 }],
    [
      'R4-78 sixty percent of 168,000',
      { window: 200_000, high: 0.6, low: 0.4 },
      { reserve: 32_000, limit: 168_000, high: 100_800, low: 67_200 },
    ],
    ['half of a small window', { window: 10_000, high: 0.95, low: 0.7 }, { reserve: 5_000, limit: 5_000, high: 4_750, low: 3_500 }],
    ['half of an odd window', { window: 1_001, high: 0.95, low: 0.7 }, { reserve: 500, limit: 501, high: 475, low: 350 }],
    ['nothing for the answer', { window: 1_000, reserve: 0, high: 1, low: 0 }, { reserve: 0, limit: 1_000, high: 1_000, low: 0 }],
    [
      'marks a tenth of the window apart',
      { window: 1_000, reserve: 0, high: 0.95, low: 0.9 },
      { reserve: 0, limit: 1_000, high: 950, low: 850 },
    ],
    [
      'a tenth of the window, not of the limit',
      { window: 1_000, reserve: 800, high: 0.9, low: 0.8 },
      { reserve: 800, limit: 200, high: 180, low: 80 },
    ],
    ['no lower than nothing', { window: 100, reserve: 90, high: 0.95, low: 0.7 }, { reserve: 90, limit: 10, high: 9, low: 0 }],
    ['a single token', { window: 1, high: 0.95, low: 0.7 }, { reserve: 0, limit: 1, high: 0, low: 0 }],
    ['half a token is none', { window: 100.5, reserve: 0.25, high: 0.95, low: 0.7 }, { reserve: 0.25, limit: 100, high: 95, low: 70 }],
  ])('%s', (_, given, expected) => {
    expect(resolveBudget(given)).toEqual({ window: given.window, ...expected })
  })

  test("a preset's own trigger stands in place of the fractions", () => {
    const trigger = ({ window, limit }: { window: number; limit: number }) => ({ high: window / 2, low: limit / 4 })
    expect(budgetFor(1_000, 200, { high: 0.95, low: 0.7, trigger })).toEqual({
      window: 1_000,
      reserve: 200,
      limit: 800,
      high: 500,
      low: 200,
    })
  })
})

describe('a mistake is said at once, with what to do', () => {
  test.each([
    [{ window: 0 }, 'the window must be a positive number of tokens, not 0'],
    [{ window: -1 }, 'the window must be a positive number of tokens, not -1'],
    [{ window: Number.NaN }, 'the window must be a positive number of tokens, not NaN'],
    [{ window: Infinity }, 'the window must be a positive number of tokens, not Infinity'],
    [{ reserve: -1 }, 'the reserve must be a number of tokens from 0, not -1'],
    [{ reserve: Number.NaN }, 'the reserve must be a number of tokens from 0, not NaN'],
    [{ reserve: 1_000 }, 'the reserve (1000) leaves nothing of the window (1000). Lower max_tokens or take a larger window.'],
    [{ reserve: 2_000 }, 'the reserve (2000) leaves nothing of the window (1000). Lower max_tokens or take a larger window.'],
    [{ low: 0.95 }, 'low (0.95) must be below high (0.9), both between 0 and 1. Did you swap them?'],
    [{ low: 0.9 }, 'low (0.9) must be below high (0.9), both between 0 and 1. Did you swap them?'],
    [{ high: 1.1 }, 'low (0.5) must be below high (1.1), both between 0 and 1. Did you swap them?'],
    [{ low: -0.1 }, 'low (-0.1) must be below high (0.9), both between 0 and 1. Did you swap them?'],
    [{ high: Number.NaN }, 'low (0.5) must be below high (NaN), both between 0 and 1. Did you swap them?'],
  ])('%j', (wrong, message) => {
    expect(() => resolveBudget({ window: 1_000, reserve: 100, high: 0.9, low: 0.5, ...wrong })).toThrow(new BudgetError(message))
  })

  test('also through fit: max_tokens of the request is the reserve', () => {
    const body = { max_tokens: 500, messages: [{ role: 'user', content: 'Hi' }] }
    expect(() => fit(body, { window: 400 })).toThrow(
      new BudgetError('the reserve (500) leaves nothing of the window (400). Lower max_tokens or take a larger window.'),
    )
  })
})

describe('the floor, by part', () => {
  const said = (id: string, role: string, length: number, rest = {}) => ({ id, role, content: 'x'.repeat(length), ...rest })
  const called = (id: string) => ({
    id,
    role: 'assistant',
    tool_calls: [{ id: `call_${id}`, type: 'function', function: { name: 'ls', arguments: '{}' } }],
  })
  const answered = (id: string, length: number) => ({
    id: `${id}-result`,
    role: 'tool',
    tool_call_id: `call_${id}`,
    content: 'x'.repeat(length),
  })
  const floorOf = (messages: object[], { body = {}, ...options }: FitOptions & { body?: object } = {}) =>
    plan({ ...body, messages }, { adapter: 'plain', counter: perCharacter, window: 100, reserve: 0, ...options }).floor

  // A message weighs 4 and its characters, a result 5 more, a call 8 more.
  test.each<[string, Floor | undefined, Parameters<typeof floorOf>]>([
    ['the last words', { total: 204, system: 0, tools: 0, pinned: 0, lastTurn: 204 }, [[said('u', 'user', 200)]]],
    [
      'what came before them goes',
      { total: 204, system: 0, tools: 0, pinned: 0, lastTurn: 204 },
      [[said('a', 'user', 50), said('b', 'assistant', 60), said('c', 'user', 200)]],
    ],
    [
      'the system prompt of the body',
      { total: 214, system: 200, tools: 0, pinned: 0, lastTurn: 14 },
      [[said('u', 'user', 10)], { body: { system: 'x'.repeat(200) } }],
    ],
    [
      'system messages',
      { total: 218, system: 204, tools: 0, pinned: 0, lastTurn: 14 },
      [[said('s', 'system', 200), said('u', 'user', 10)]],
    ],
    [
      'tools, as JSON',
      { total: 124, system: 0, tools: 110, pinned: 0, lastTurn: 14 },
      [[said('u', 'user', 10)], { body: { tools: [{ name: 'x'.repeat(97) }] } }],
    ],
    [
      'what is pinned',
      { total: 218, system: 0, tools: 0, pinned: 204, lastTurn: 14 },
      [[said('a', 'user', 50), said('b', 'assistant', 200, { pinned: true }), said('c', 'user', 10)]],
    ],
    [
      'what is pinned by id',
      { total: 218, system: 0, tools: 0, pinned: 204, lastTurn: 14 },
      [[said('a', 'user', 50), said('b', 'assistant', 200), said('c', 'user', 10)], { pins: ['b'] }],
    ],
    [
      'what the user said and pinned',
      { total: 218, system: 0, tools: 0, pinned: 204, lastTurn: 14 },
      [[said('a', 'user', 200), said('b', 'assistant', 50), said('c', 'user', 10)], { pins: ['a'] }],
    ],
    [
      'last words that are pinned stay the last turn',
      { total: 204, system: 0, tools: 0, pinned: 0, lastTurn: 204 },
      [[said('a', 'assistant', 50), said('c', 'user', 200)], { pins: ['c'] }],
    ],
    [
      'results the model has not seen',
      { total: 14 + (4 + 8 + 5) + (4 + 5 + 200), system: 0, tools: 0, pinned: 0, lastTurn: 240 },
      [[said('u', 'user', 10), called('b'), answered('b', 200)]],
    ],
    [
      'a pinned result keeps its call',
      { total: 14 + (4 + 8 + 5) + (4 + 5 + 200), system: 0, tools: 0, pinned: 226, lastTurn: 14 },
      [[called('b'), answered('b', 200), said('a', 'assistant', 50), said('u', 'user', 10)], { pins: ['call_b'] }],
    ],
    [
      'all of them',
      { total: 20 + 22 + 84 + 94, system: 20, tools: 22, pinned: 84, lastTurn: 94 },
      [
        [said('a', 'user', 50), said('b', 'assistant', 80, { pinned: true }), said('c', 'user', 90)],
        { body: { system: 'x'.repeat(20), tools: [{ name: 'x'.repeat(9) }] } },
      ],
    ],
    ['none where it fits', undefined, [[said('u', 'user', 96)]]],
  ])('%s', (_, expected, given) => {
    expect(floorOf(...given)).toEqual(expected)
  })

  test('fit throws it, in words', () => {
    const messages = [said('a', 'assistant', 80, { pinned: true }), said('c', 'user', 90)]
    const options = { adapter: 'plain', counter: perCharacter, window: 120, reserve: 20 } as const
    expect(() => fit({ system: 'x'.repeat(20), messages }, options)).toThrow(CannotFitError)
    expect(() => fit({ system: 'x'.repeat(20), messages }, options)).toThrow(
      'cannot fit: the least this request can be is 198 tokens (system 20, pinned 84, lastTurn 94), the limit is 100 (window 120 - reserve 20). ' +
        'Use a larger window, a smaller reserve, fewer tools or pins, or a shorter last message.',
    )
  })
})
