/** The ledger over many calls: what was left out stays out, byte for byte, and what changed is seen. */
import { describe, expect, test } from 'vitest'
import {
  checkLedger,
  eager,
  emptyLedger,
  fit,
  LedgerError,
  merge,
  presets,
  settle,
  undo,
  type FitOptions,
  type Ledger,
  type Preset,
} from '../../src/index.js'
import { elide } from '../../src/passes/index.js'

const eliding: Preset = { ...presets.safe, name: 'eliding', passes: [elide({ keep: 1 })], schedule: eager }
const MINUTE = 60_000

type Message = { role: string; content: string | null; tool_calls?: object[]; tool_call_id?: string; timestamp?: number }

const said = (role: string, content: string): Message => ({ role, content })
const read = (id: string, text = 'x '.repeat(600), tool = 'read'): Message[] => [
  { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: tool, arguments: `{"path":"${id}"}` } }] },
  { role: 'tool', tool_call_id: id, content: text },
]
const HISTORY: Message[] = [
  said('user', 'Read them'),
  ...read('call_one'),
  ...read('call_two'),
  said('assistant', 'Read.'),
  said('user', 'Go on'),
]
const body = (model: string, messages: Message[]) => ({ model, messages })
const contents = (request: { messages: Message[] } | Message[]) =>
  (Array.isArray(request) ? request : request.messages).map(({ content }) => content)
const run = <R>(request: R, options: FitOptions = {}) =>
  fit(request, { adapter: 'openai-chat', preset: eliding, window: 200_000, ...options })
const restarted = (ledger: Ledger) => checkLedger(JSON.parse(JSON.stringify(ledger)))

describe('sticky', () => {
  test('the same bytes after a JSON round trip and a restart', () => {
    const first = run(HISTORY)
    const again = run(structuredClone(HISTORY), { ledger: restarted(first.ledger) })
    expect(JSON.stringify(again.request)).toBe(JSON.stringify(first.request))
    expect(again.ledger.taken).toEqual(first.ledger.taken)
  })

  test('C-14 frozen texts survive another preset, another locale and an upgrade of the pass', () => {
    const first = run(HISTORY)
    const renamed = { ...first.ledger, taken: first.ledger.taken.map((planned) => ({ ...planned, pass: 'elide-of-old' })) }
    for (const ledger of [first.ledger, renamed]) {
      const again = run(HISTORY, { ledger, locale: 'zh-CN', preset: 'safe' })
      expect(JSON.stringify(again.request)).toBe(JSON.stringify(first.request))
    }
  })

  test('an original edited under the same id voids its entry', () => {
    const { ledger } = run(HISTORY)
    const edited = HISTORY.with(2, { ...(HISTORY[2] as Message), content: 'short now' })
    const again = run(edited, { ledger })
    expect(again.request[2]).toBe(edited[2])
    expect(again.ledger.taken).toEqual([])
  })

  test('entries of another branch wait until it comes back', () => {
    const { ledger, request } = run(HISTORY)
    const other = run([said('user', 'Something else')], { ledger })
    expect(other.ledger.taken).toEqual(ledger.taken)
    expect(JSON.stringify(run(HISTORY, { ledger: other.ledger }).request)).toBe(JSON.stringify(request))
  })
})

describe('undo', () => {
  test("a user's undo is never offered again, not even under pressure", () => {
    const { ledger } = run(HISTORY)
    const undone = undo(ledger, 'tool:call_one.0')
    const again = run(HISTORY, { ledger: undone })
    expect(again.request).toEqual(HISTORY)
    expect(again.plan.refused.map(({ why }) => why)).toContain('undone by the user')
    const pressed = run(HISTORY, { ledger: undone, preset: 'safe', window: 1_200, reserve: 0 })
    expect(contents(pressed.request)).toContain(HISTORY[2]?.content)
  })

  test('of a round that was dropped, all comes back', () => {
    const tight: FitOptions = { preset: 'safe', window: 100, reserve: 0 }
    const long = [...HISTORY, ...read('call_three'), said('assistant', 'Yes.'), said('user', 'Now')]
    const dropped = run(long, tight)
    const drops = dropped.ledger.taken.flatMap(({ edit }) => (edit.op === 'drop' ? [edit.target] : []))
    expect(drops).toEqual(expect.arrayContaining(['assistant:call_one', 'tool:call_one']))
    const back = run(long, { ...tight, window: 200_000, ledger: undo(dropped.ledger, 'assistant:call_one') })
    expect(back.request).toEqual(expect.arrayContaining(HISTORY.slice(1, 3)))
    expect(back.plan.edits.filter(({ pass }) => pass === 'repair')).toEqual([])
  })

  test('it survives a restart and a merge with a branch that still has the edit', () => {
    const { ledger } = run(HISTORY)
    const merged = merge(restarted(undo(ledger, 'tool:call_one.0')), ledger)
    expect(merged.taken).toEqual([])
    expect(run(HISTORY, { ledger: merged }).request).toEqual(HISTORY)
  })
})

describe('merge', () => {
  const base = run(HISTORY, { now: 1 }).ledger
  const longer = [...HISTORY, said('assistant', 'Yes'), said('user', 'More')]
  const left = run([...HISTORY.slice(0, 5), ...read('call_left'), said('assistant', 'Left.'), said('user', 'Go')], {
    ledger: base,
    now: 2,
  }).ledger
  const right = run([...HISTORY.slice(0, 5), ...read('call_right'), said('assistant', 'Right.'), said('user', 'Go')], {
    ledger: base,
    now: 3,
  }).ledger
  const targets = (ledger: Ledger) => ledger.taken.map(({ edit }) => ('target' in edit ? edit.target : '')).sort()

  test('two branches keep what either took, in either order', () => {
    const expected = [...new Set([...targets(left), ...targets(right)])].sort()
    expect(targets(merge(left, right))).toEqual(expected)
    expect(merge(left, right)).toEqual(merge(right, left))
    expect(merge(left, left)).toEqual(merge(merge(left, left), left))
  })

  test('of one target, what was taken first wins', () => {
    const early = run(HISTORY, { now: 1, locale: 'en' }).ledger
    const late = run(HISTORY, { now: 9, locale: 'zh-CN' }).ledger
    expect(merge(late, early).taken).toEqual(early.taken)
  })

  test('what is sent after a merge grows from either branch', () => {
    const merged = merge(left, right)
    expect(contents(run(longer, { ledger: merged }).request).slice(0, 3)).toEqual(
      contents(run(longer, { ledger: left }).request).slice(0, 3),
    )
  })
})

describe('lanes', () => {
  const prices = { read: 0.1, write: 1.25, ttl: 5 * MINUTE }
  const safe = (model: string, messages: Message[], now: number, ledger?: Ledger) =>
    fit(body(model, messages), { adapter: 'openai-chat', preset: 'safe', window: 200_000, prices, now, ...(ledger && { ledger }) })
  const LONG: Message[] = [
    said('user', 'Read them'),
    ...Array.from({ length: 9 }, (_, i) => read(`call_${i}`, 'word\n'.repeat(2_000), 'bash')).flat(),
    said('assistant', 'Read.'),
    said('user', 'Go on'),
  ]
  const grown = [...LONG, said('assistant', 'Yes.'), said('user', 'And?')]

  test('within the lifetime the cache is hot and nothing old is touched', () => {
    const first = safe('a', LONG, 0)
    const second = safe('a', grown, 4 * MINUTE, settle(first.ledger, { usage: { input: 20_000, cacheRead: 0, cacheWrite: 20_000 } }))
    expect({ cold: second.plan.cold, edits: second.plan.edits.length, firstChange: second.plan.firstChange }).toEqual({
      cold: false,
      edits: 0,
      firstChange: null,
    })
  })

  test.each([
    ['past the lifetime', (ledger: Ledger) => ledger, 6 * MINUTE],
    [
      'when the provider reports that nothing came from a cache',
      (ledger: Ledger) => settle(ledger, { usage: { input: 20_000, cacheRead: 0, cacheWrite: 0 } }),
      MINUTE,
    ],
  ])('the cache is cold %s', (_, settled, now) => {
    const { plan } = safe('a', grown, now, settled(safe('a', LONG, 0).ledger))
    expect(plan.cold).toBe(true)
    expect(plan.edits.length).toBe(4)
  })

  test('a clock that went back is no gap', () => {
    expect(safe('a', grown, -9 * MINUTE, safe('a', LONG, 0).ledger).plan.cold).toBe(false)
  })

  test('another system prompt or other tools make it cold', () => {
    const { ledger } = safe('a', LONG, 0)
    const changed = { ...body('a', grown), tools: [{ type: 'function', function: { name: 'new' } }] }
    expect(fit(changed, { adapter: 'openai-chat', window: 200_000, prices, now: MINUTE, ledger }).plan.cold).toBe(true)
  })

  test('model A, B, A within the lifetime finds the prefix of A hot and unchanged', () => {
    const a1 = safe('a', LONG, 0)
    const b = safe('b', LONG, MINUTE, a1.ledger)
    const a2 = safe('a', grown, 2 * MINUTE, b.ledger)
    expect(b.plan.edits).toEqual([])
    expect({ cold: a2.plan.cold, firstChange: a2.plan.firstChange }).toEqual({ cold: false, firstChange: null })
    expect(JSON.stringify(a2.request.messages).startsWith(JSON.stringify(a1.request.messages).slice(0, -1))).toBe(true)
    expect(Object.keys(a2.ledger.lanes).sort()).toEqual(['openai/a', 'openai/b'])
  })
})

describe('settle', () => {
  const prices = { read: 0.1, write: 1.25, ttl: 5 * MINUTE }
  const call = (messages: Message[], now: number, ledger?: Ledger) =>
    fit(messages, { adapter: 'openai-chat', window: 200_000, prices, now, ...(ledger && { ledger }) })

  test('a failed call books nothing, but what it took stays taken', () => {
    const first = run(HISTORY)
    const failed = settle(first.ledger, { failed: true })
    expect(failed.lanes).toEqual({})
    expect(failed.pending).toBeUndefined()
    expect(failed.taken).toBe(first.ledger.taken)
  })

  test('the bill and what doing nothing would have cost are booked from usage', () => {
    const first = call([said('user', 'x'.repeat(4_000))], 0)
    const booked = settle(first.ledger, { usage: { input: 2_000, cacheRead: 0, cacheWrite: 2_000 } }).lanes['openai/']
    expect(booked).toMatchObject({ spent: 2_500, none: 2_500, lastCallAt: 0, missed: false })
    expect(booked?.ratio).toBeCloseTo(2_000 / (first.ledger.pending?.tokens ?? 0))
  })

  test('without usage our own estimate is booked; a call nobody settled counts as answered', () => {
    const first = call(HISTORY, 0)
    const settled = settle(first.ledger, {})
    const unsettled = call(HISTORY, 0, first.ledger)
    expect(unsettled.ledger.lanes).toEqual(settled.lanes)
    expect(settled.lanes['openai/']?.spent).toBeCloseTo(1.25 * first.plan.after)
  })

  test('a provider that reports no writes has no cache when nothing came from a long prefix; a short one proves nothing', () => {
    const words = said('user', 'word\n'.repeat(8_000))
    const after = (history: Message[], next: Message[]) => {
      const first = settle(call(history, 0).ledger, { usage: { input: 9_000, cacheRead: 0 } })
      return settle(call([...history, ...next], MINUTE, first).ledger, { usage: { input: 9_000, cacheRead: 0 } }).lanes['openai/']?.missed
    }
    expect(after([words], [said('assistant', 'Yes'), said('user', 'More')])).toBe(true)
    expect(after([said('user', 'hi')], [said('assistant', 'Yes'), words])).toBe(false)
  })

  test('settling twice books once', () => {
    const once = settle(call(HISTORY, 0).ledger, {})
    expect(settle(once, {})).toBe(once)
  })
})

describe('checkLedger', () => {
  test.each<[string, unknown, RegExp]>([
    ['a list', [], /expected a JSON object/],
    ['null', null, /expected a JSON object/],
    ['something else', { name: 'x' }, /a damaged ledger: version/],
    ['a newer one', { ...emptyLedger(), version: 2 }, /version 2, newer than this program \(1\): upgrade it/],
    ['a bad edit', { ...emptyLedger(), taken: [{ edit: { op: 'drop' }, digest: '' }] }, /taken\[0\]/],
    ['a bad lane', { ...emptyLedger(), lanes: { a: {} } }, /lanes\["a"\]/],
    ['bad undone', { ...emptyLedger(), undone: [1] }, /undone/],
  ])('refuses %s', (_, value, message) => {
    expect(() => checkLedger(value)).toThrow(LedgerError)
    expect(() => checkLedger(value)).toThrow(message)
  })
})
