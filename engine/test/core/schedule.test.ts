/** Schedules: when an offered edit is taken, and what that does to the calls that follow. */
import { describe, expect, test } from 'vitest'
import {
  eager,
  fit,
  presets,
  priced,
  settle,
  type Ledger,
  type Moment,
  type Pass,
  type Plan,
  type Planned,
  type Preset,
  type When,
} from '../../src/index.js'
import { results } from '../../src/core/rounds.js'
import { limitOutput } from '../../src/passes/index.js'
import { perCharacter } from '../bed/counters.js'

const HOUR = 3_600_000
const budget = { window: 100_000, reserve: 0, limit: 100_000, high: 95_000, low: 70_000 }
const moment = (given: Partial<Moment>): Moment => ({
  now: 0,
  locale: 'en',
  budget,
  prices: { read: 0.1, write: 1.25, ttl: HOUR },
  first: false,
  cold: false,
  over: 0,
  excess: 0,
  fresh: [],
  points: [],
  pins: new Set(),
  ...given,
})
/** What `over` is when this many tokens would be sent. */
const sending = (tokens: number) => ({ over: tokens > budget.high ? tokens - budget.low : 0 })
const saving = (tokens: number): Planned[] => [
  { edit: { op: 'drop', target: 'x', reason: '' }, pass: 'p', when: 'offer', what: '', digest: '', before: tokens, after: 0, at: 0 },
]

describe('how many tokens a schedule would like offered', () => {
  test.each<[string, When, Partial<Moment>, priced: number, eager: number]>([
    ['a fresh message: any', 'arrival', {}, Infinity, Infinity],
    ['hot and roomy: none', 'offer', {}, 0, Infinity],
    ['the first call of a ledger: none, somebody may have a cache', 'offer', { cold: true, first: true }, 0, Infinity],
    ['cold: any', 'offer', { cold: true }, Infinity, Infinity],
    ['hot, over high: down to low', 'offer', sending(96_000), 26_000, Infinity],
    ['cold, roomy: no force', 'force', { cold: true }, 0, 0],
    ['cold, over high: force down to low', 'force', { cold: true, ...sending(96_000) }, 26_000, 26_000],
  ])('%s', (_, when, given, byPrice, atOnce) => {
    expect([priced().appetite(when, moment(given)), eager.appetite(when, moment(given))]).toEqual([byPrice, atOnce])
  })
})

describe('what it takes of what was offered: all or nothing', () => {
  test.each<[string, Partial<Moment>, saves: number, taken: boolean]>([
    ['cold: two thousand tokens are worth it', { cold: true }, 2_000, true],
    ['cold: less is not', { cold: true }, 1_999, false],
    ['over high: a tenth of the window', sending(96_000), 10_000, true],
    ['over high: less would be wanted again at once', sending(96_000), 9_999, false],
    ['exactly at the limit: still less would be wanted again', sending(100_000), 9_999, false],
    ['over the limit: anything', sending(100_001), 1, true],
    ['cold and over high: two thousand', { cold: true, ...sending(96_000) }, 2_000, true],
  ])('%s', (_, given, saves, taken) => {
    const offers = saving(saves)
    expect(priced().take(offers, moment(given))).toEqual(taken ? offers : [])
    expect(eager.take(offers, moment(given))).toBe(offers)
  })

  test('what a cold cache is worth is an option', () => {
    expect(priced({ worthwhile: 1 }).take(saving(1), moment({ cold: true }))).toHaveLength(1)
  })
})

/** A word in place of a result, the oldest first: 400 tokens become 4. */
const shrink = (keep: number): Pass => ({
  name: 'shrink',
  when: 'offer',
  *run(view, { excess }) {
    for (const { id, callId, tool, error, tokens } of results(view).slice(0, -keep)) {
      if (excess <= 0) return
      if (tokens < 100) continue
      excess -= 396
      yield {
        op: 'replace',
        target: id,
        content: { kind: 'result', callId, tool, error, body: [{ kind: 'text', text: 'gone' }] },
        reason: 'old',
      }
    }
  },
})
const preset: Preset = { ...presets.safe, passes: [limitOutput({ maxLines: 50 }), shrink(2)], schedule: priced(), high: 0.95, low: 0.7 }
const options = {
  preset,
  adapter: 'plain',
  counter: perCharacter,
  window: 10_000,
  reserve: 0,
  prices: { read: 0.1, write: 1.25, ttl: HOUR },
} as const

/** A question, then rounds of a call and a result of 400 characters: 6 tokens and 428 a round. */
const rounds = (count: number, result = 'x'.repeat(400)) => [
  { role: 'user', content: 'Go' },
  ...Array.from({ length: count }, (_, i) => `c${String(i).padStart(3, '0')}`).flatMap((id) => [
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: id, content: result },
  ]),
]

describe('priced, call by call', () => {
  const first = fit(rounds(12), { ...options, now: 0 })

  test('the first call edits nothing it was not forced to', () => {
    expect(first.plan.edits).toEqual([])
  })

  test('hot: nothing is taken, however much could be', () => {
    const { plan } = fit(rounds(13), { ...options, ledger: first.ledger, now: HOUR })
    expect([plan.cold, plan.edits, plan.firstChange]).toEqual([false, [], null])
  })

  test('cold: all that is old goes, at once', () => {
    const { plan } = fit(rounds(13), { ...options, ledger: first.ledger, now: HOUR + 1 })
    expect([plan.cold, plan.edits.length, plan.firstChange]).toEqual([true, 11, 'tool:c000'])
  })

  test('cold by the report of the provider', () => {
    const ledger = settle(first.ledger, { usage: { input: first.plan.after, cacheRead: 0, cacheWrite: 0 } })
    const { plan } = fit(rounds(13), { ...options, ledger, now: 1 })
    expect([plan.cold, plan.edits.length]).toEqual([true, 11])
  })

  test.each([
    [7, 0, 'five old results are 1,980 tokens'],
    [8, 6, 'six are 2,376'],
  ])('cold with %i rounds: %i edits, %s', (count, edits) => {
    const { ledger } = fit(rounds(count - 1), { ...options, now: 0 })
    const { plan } = fit(rounds(count), { ...options, ledger, now: 2 * HOUR })
    expect([plan.cold, plan.edits.length]).toEqual([true, edits])
  })

  test('arrival is free: a fresh long result is cut though the cache is hot, and nothing before it changes', () => {
    const fresh = [...rounds(12), ...rounds(13, 'line\n'.repeat(80)).slice(-2)]
    const { plan } = fit(fresh, { ...options, ledger: first.ledger, now: 1_000 })
    expect(plan.edits.map(({ pass, edit }) => [pass, 'target' in edit && edit.target])).toEqual([['limit-output', 'tool:c012.0']])
    expect(plan.firstChange).toBe(null)
  })

  test('arrival is final: a result that was sent whole is not cut later', () => {
    const long = rounds(3, 'line\n'.repeat(80))
    const whole = fit(long, { ...options, preset: { ...preset, passes: [] }, now: 0 })
    expect(fit(long, { ...options, ledger: whole.ledger, now: 1 }).plan.edits).toEqual([])
  })
})

/** One call after the other, each with one more round, a second apart. */
function calls(from: number, to: number, given: Preset): { round: number; plan: Plan; ledger: Ledger }[] {
  const made: { round: number; plan: Plan; ledger: Ledger }[] = []
  for (let round = from; round <= to; round++) {
    const ledger = made.at(-1)?.ledger
    const { plan, ledger: next } = fit(rounds(round), { ...options, preset: given, now: round * 1_000, ...(ledger && { ledger }) })
    made.push({ round, plan, ledger: next })
  }
  return made
}
const rewriting = ({ plan }: { plan: Plan }) => plan.firstChange !== null

describe('under pressure: the limit is 10,000, high 9,500, low 7,000', () => {
  const made = calls(1, 60, preset)

  test('over high it goes down to low in one step, and is quiet until high is reached again', () => {
    expect(made.filter(rewriting).map(({ round, plan }) => [round, plan.after])).toEqual([
      [23, 6_682],
      [30, 6_906],
      [37, 6_734],
      [44, 6_958],
      [50, 6_754],
      [57, 6_978],
    ])
  })

  test('between the steps the request only grows, and stays under high', () => {
    for (const { plan } of made) expect(plan.after).toBeLessThanOrEqual(9_500)
  })

  test('C-14 what was left out stays out, letter for letter', () => {
    made.forEach(({ ledger }, i) => {
      const before = made[i - 1]?.ledger.taken ?? []
      expect(ledger.taken.slice(0, before.length)).toEqual(before)
    })
  })
})

describe('near the limit, with nearly everything recent', () => {
  const made = calls(18, 60, { ...preset, passes: [shrink(21)] })

  test('over high it waits where a step would free less than a tenth of the window', () => {
    const { plan } = made.find(({ round }) => round === 23) as { plan: Plan }
    expect([plan.before, plan.after, plan.firstChange]).toEqual([9_850, 9_850, null])
  })

  test('past the limit it makes room for the next calls, by a tenth of the window or more', () => {
    for (const { plan } of made) expect(plan.after).toBeLessThanOrEqual(10_000)
    for (const { plan } of made.filter(rewriting)) expect(plan.after).toBeLessThanOrEqual(9_000)
  })
})
