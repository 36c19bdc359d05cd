/** Points made from what a caller has: a range and its summary, or what a chat app stores beside its messages. */
import type { Adapter, CompactionPoint, Counter, Id, Message, StoredPoint } from '../types.js'
import { Desk } from './desk.js'
import { rangeDigest } from './edits.js'
import { emptyLedger } from './ledger.js'
import type { Reading } from './view.js'

/** A range of the history and the words that stand for it: what fulfils a want. */
export type Summarized = Pick<CompactionPoint, 'id' | 'from' | 'to' | 'summary' | 'at' | 'message'>

/** The point for a range of this history; null when the history has no such range. */
export function pointOver(request: unknown, given: Summarized, setup: { adapter: Adapter; counter: Counter }): CompactionPoint | null {
  const { adapter, counter } = setup
  const { reading } = Desk.claim(emptyLedger(), adapter, counter, adapter.open(request)).desk
  return sealed(given, reading)
}

/** The newest stored point that this history still has the ends of, if any. It stands for all that was said up to its boundary. */
export function storedPoints(stored: readonly StoredPoint[], reading: Reading): CompactionPoint[] {
  const begins = reading.messages.find(({ role }) => role !== 'system')
  for (const { summaryMessageId, boundaryMessageId, createdAt } of newestFirst(stored)) {
    const summary = textOf(reading.messages[reading.position(summaryMessageId) ?? -1])
    if (!begins || summary === '') continue
    const range = { id: `point:${summaryMessageId}`, from: begins.id, to: boundaryMessageId, message: summaryMessageId }
    const point = sealed({ ...range, summary, at: createdAt }, reading)
    if (point) return [point]
  }
  return []
}

/** Of equal age, the one that was stored last. */
export function newestFirst<P extends { createdAt: number }>(stored: readonly P[]): P[] {
  return stored.toReversed().sort((a, b) => b.createdAt - a.createdAt)
}

function sealed(given: Summarized, reading: Reading): CompactionPoint | null {
  const [from, to] = [position(given.from, reading), position(given.to, reading)]
  if (from === undefined || to === undefined || to < from) return null
  return { ...given, digest: rangeDigest(reading.messages.slice(from, to + 1)) }
}

/** Of a message, not of a part. */
function position(id: Id, reading: Reading): number | undefined {
  const found = reading.position(id)
  return found !== undefined && reading.messages[found]?.id === id ? found : undefined
}

function textOf(message: Message | undefined): string {
  return (message?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
}
