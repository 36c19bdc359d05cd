/** Schedules: when an offered edit is taken, and what that does to the calls that follow. */
import { describe, expect, test } from 'vitest'
import {
  eager,
  fit,
  presets,
  priced,
  settle,
  type Fitted,
  type Ledger,
  type Moment,
  type Planned,
  type Preset,
  type When,
} from '../../src/index.js'
import { elide, limitOutput, slidingWindow } from '../../src/passes/index.js'
import { perCharacter } from './counters.js'

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

const preset: Preset = {
  ...presets.safe,
  passes: [limitOutput({ maxLines: 50 }), elide({ keep: 2, minTokens: 100 }), slidingWindow({ keep: 4 })],
  schedule: priced(),
  high: 0.95,
  low: 0.7,
}
const options = {
  preset,
  adapter: 'plain',
  counter: perCharacter,
  window: 10_000,
  reserve: 0,
  prices: { read: 0.1, write: 1.25, ttl: HOUR },
} as const

/** A question, then rounds of a call and a result of 400 characters: 431 tokens each. */
const rounds = (count: number, result = () => 'x'.repeat(400)) => [
  { role: 'user', content: 'Go' },
  ...Array.from({ length: count }, (_, i) => `c${String(i).padStart(3, '0')}`).flatMap((id) => [
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: id, content: result() },
  ]),
]

/** One call after the other, each with one more round, a second apart. */
function* calls(from: number, to: number, given: Partial<typeof options> = {}): Generator<Fitted<unknown> & { round: number }> {
  let ledger: Ledger | undefined
  for (let round = from; round <= to; round++) {
    const fitted = fit(rounds(round) as unknown, { ...options, ...given, now: round * 1_000, ...(ledger && { ledger }) })
    ledger = fitted.ledger
    yield { ...fitted, round }
  }
}

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
    expect([plan.cold, plan.edits.length]).toEqual([true, 11])
  })

  test('cold by the report of the provider', () => {
    const ledger = settle(first.ledger, { usage: { input: first.plan.after, cacheRead: 0 } })
    const { plan } = fit(rounds(13), { ...options, ledger, now: 1 })
    expect([plan.cold, plan.edits.length]).toEqual([true, 11])
  })

  test('cold, but not worth it: nothing', () => {
    const few = fit(rounds(5), { ...options, now: 0 })
    const { plan } = fit(rounds(6), { ...options, ledger: few.ledger, now: 2 * HOUR })
    expect([plan.cold, plan.edits]).toEqual([true, []])
  })

  test('arrival is free: a fresh long result is cut though the cache is hot, and nothing before it changes', () => {
    const fresh = [...rounds(12), ...rounds(13, () => 'line\n'.repeat(80)).slice(-2)]
    const { plan } = fit(fresh, { ...options, ledger: first.ledger, now: 1_000 })
    expect(plan.edits.map(({ pass, edit }) => [pass, 'target' in edit && edit.target])).toEqual([['limit-output', 'tool:c012.0']])
    expect(plan.firstChange).toBe(null)
  })

  test('arrival is final: a result that was sent whole is not cut later', () => {
    const long = rounds(3, () => 'line\n'.repeat(80))
    const whole = fit(long, { ...options, preset: { ...preset, passes: [] }, now: 0 })
    expect(fit(long, { ...options, ledger: whole.ledger, now: 1 }).plan.edits).toEqual([])
  })
})

describe('under pressure', () => {
  const seen = [...calls(1, 60)]
  const rewrites = seen.filter(({ plan }) => plan.firstChange !== null)

  test('over high it goes down to low in one step', () => {
    expect(rewrites.length).toBeGreaterThan(1)
    for (const { plan } of rewrites) expect(plan.after).toBeLessThanOrEqual(plan.budget.low + 500)
  })

  test('then it is quiet until high is reached again', () => {
    for (let i = 1; i < rewrites.length; i++) {
      expect((rewrites[i] as { round: number }).round - (rewrites[i - 1] as { round: number }).round).toBeGreaterThanOrEqual(5)
    }
  })

  test('never over high between the steps, never over the limit at all', () => {
    for (const { plan } of seen) expect(plan.after).toBeLessThanOrEqual(plan.budget.high)
  })

  test('C-14 what was left out stays out, letter for letter', () => {
    let before = new Map<string, string>()
    for (const { ledger } of seen) {
      const now = new Map(ledger.taken.map(({ edit }) => ['target' in edit ? edit.target : '', JSON.stringify(edit)]))
      for (const [target, edit] of before)
        if (now.has(target) && edit.includes('replace'))
          expect([edit, '"op":"drop"']).toSatisfy(
            ([was]: string[]) => now.get(target) === was || (now.get(target) as string).includes('drop'),
          )
      before = now
    }
  })
})

describe('near the limit', () => {
  test('where a step would free less than a tenth of the window it waits, and acts once the limit is passed', () => {
    const tight: Preset = { ...preset, passes: [elide({ keep: 20, minTokens: 100 })] }
    const seen = [...calls(18, 40, { preset: tight })]
    const rewrites = seen.filter(({ plan }) => plan.firstChange !== null)
    const waiting = seen.filter(({ plan }) => plan.firstChange === null && plan.after > plan.budget.high)
    expect(waiting.length).toBeGreaterThan(0)
    for (const { plan } of seen) expect(plan.after).toBeLessThanOrEqual(plan.budget.limit)
    for (const { plan } of rewrites) expect(plan.after).toBeLessThanOrEqual(plan.budget.limit - plan.budget.window / 10)
  })
})
