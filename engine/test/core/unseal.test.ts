/** Sealed thinking of models that bind it to all before it: it goes when that changes, and only then. */
import { describe, expect, test } from 'vitest'
import { fit, settle, undo, type FitOptions, type Ledger } from '../../src/index.js'

const MINUTE = 60_000
const thought = (n: number) => ({ type: 'thinking', thinking: `thought ${n}`, signature: `sig${n}` })
const round = (n: number, size = 8_000) => [
  { role: 'assistant', content: [thought(n), { type: 'tool_use', id: `toolu_${n}`, name: 'bash', input: { command: `npm test ${n}` } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: 'line\n'.repeat(size / 5) }] },
]
const HISTORY = [{ role: 'user', content: 'Read them all' }, ...[1, 2, 3, 4, 5, 6, 7].flatMap((n) => round(n))]
const prices = { read: 0.1, write: 1.25, ttl: 5 * MINUTE }

const send = (
  messages: object[],
  now: number,
  { model = 'claude-opus-5-5', system = 'Be brief', ...options }: Partial<FitOptions> & { system?: string } = {},
) => fit({ model, system, max_tokens: 1_000, messages }, { adapter: 'anthropic', window: 200_000, prices, now, ...options })

/** The numbers of the thoughts that were sent. */
const thoughts = ({ messages }: { messages: object[] }) => [...JSON.stringify(messages).matchAll(/"sig(\d)"/g)].map(([, n]) => Number(n))

describe('bound thinking', () => {
  test('stays while the request only grows', () => {
    const first = send(HISTORY, 0)
    const second = send([...HISTORY, ...round(8)], MINUTE, { ledger: first.ledger })
    expect(thoughts(second.request)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('goes from the first fold on, once, and newer thinking stays', () => {
    const first = send(HISTORY, 0)
    const folded = send([...HISTORY, ...round(8)], 10 * MINUTE, { ledger: first.ledger })
    expect(folded.plan.edits.map(({ pass }) => pass)).toContain('unseal')
    expect(thoughts(folded.request)).toEqual([1])
    const later = send([...HISTORY, ...round(8), ...round(9)], 11 * MINUTE, { ledger: folded.ledger })
    expect(thoughts(later.request)).toEqual([1, 9])
    expect(later.plan.firstChange).toBe(null)
  })

  test('what arrives edited was never seen otherwise: thinking before it stays', () => {
    const withBinary = [
      ...HISTORY.slice(0, -1),
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_7', content: `${'aB3'.repeat(900)}=` }] },
    ]
    const { plan, request } = send(withBinary, 0)
    expect(plan.edits.map(({ pass }) => pass)).toEqual(['strip-binary'])
    expect(thoughts(request)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test("the user's undo changes the prefix too", () => {
    const first = send(HISTORY, 0)
    const folded = send([...HISTORY, ...round(8)], 10 * MINUTE, { ledger: first.ledger })
    const later = send([...HISTORY, ...round(8), ...round(9)], 11 * MINUTE, { ledger: folded.ledger })
    const undone = undo(later.ledger, 'tool:toolu_1.0')
    // Thought 1 stands before it, but that far back the trail tells only that something changed.
    expect(thoughts(send([...HISTORY, ...round(8), ...round(9)], 12 * MINUTE, { ledger: undone }).request)).toEqual([])
  })

  test('thinking that the user puts back over a changed prefix goes again', () => {
    const first = send(HISTORY, 0)
    const folded = send([...HISTORY, ...round(8)], 10 * MINUTE, { ledger: first.ledger })
    const put = undo(folded.ledger, 'assistant:toolu_5.0')
    expect(thoughts(send([...HISTORY, ...round(8), ...round(9)], 11 * MINUTE, { ledger: put }).request)).not.toContain(5)
  })

  test('another system prompt breaks every seal', () => {
    const { ledger } = send(HISTORY, 0)
    expect(thoughts(send(HISTORY, MINUTE, { ledger, system: 'Be long' }).request)).toEqual([])
  })

  test('with the ledger lost no seal can be trusted', () => {
    expect(thoughts(send(HISTORY, 0, { ledger: 'lost' }).request)).toEqual([])
  })

  test('a failed call in between changes nothing', () => {
    const first = send(HISTORY, 0)
    const failed = settle(send([...HISTORY, ...round(8)], MINUTE, { ledger: first.ledger }).ledger, { failed: true }) as Ledger
    expect(thoughts(send([...HISTORY, ...round(8)], 2 * MINUTE, { ledger: failed }).request)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('C-13 thinking of older models', () => {
  test('is not bound: folding leaves it, and the open tool turn keeps all of it', () => {
    const older = { model: 'claude-opus-4-5' }
    const first = send(HISTORY, 0, older)
    const folded = send([...HISTORY, ...round(8)], 10 * MINUTE, { ...older, ledger: first.ledger })
    expect(folded.plan.edits.length).toBeGreaterThan(0)
    expect(thoughts(folded.request)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})
