/** What an edit touches in the history, and what it weighs. Always against the originals, so that weights add up. */
import type { CompactionPoint, Draft, Edit, Id, Message, Part, PartOf, Planned, Want } from '../types.js'
import { describeMessage, describePart } from './describe.js'
import { hash } from './hash.js'
import { digestOf } from './ids.js'
import { resolve } from './measure.js'
import type { Reading } from './view.js'

/** One edit a key: a later edit of the same target takes the place of the earlier. */
export function keyOf(edit: Edit): Id {
  if (edit.op === 'insert') return `insert ${edit.id}`
  if (edit.op === 'fold') return `fold ${edit.point.id}`
  return edit.target
}

/** What users call it by: the target, the insert, or the point. */
export function idOf(edit: Edit): Id {
  if (edit.op === 'insert') return edit.id
  return edit.op === 'fold' ? edit.point.id : edit.target
}

/** First and last position it touches; undefined when its target is not in this history. An insert in front is at -1. */
export function spanOf(edit: Edit, reading: Reading): { from: number; to: number } | undefined {
  const at = (id: Id) => reading.position(id)
  if (edit.op === 'fold') {
    const from = at(edit.point.from)
    const to = at(edit.point.to)
    return from === undefined || to === undefined || to < from ? undefined : { from, to }
  }
  const position = edit.op !== 'insert' ? at(edit.target) : edit.after === null ? -1 : at(edit.after)
  return position === undefined ? undefined : { from: position, to: position }
}

/** The part it addresses; undefined when it addresses whole messages. */
export function partOf(edit: Edit, reading: Reading): Part | undefined {
  if (edit.op === 'insert' || edit.op === 'fold') return undefined
  const position = reading.position(edit.target)
  return position === undefined ? undefined : reading.part(edit.target, position)
}

/** Of the originals it touches. An original that changed under the same id has another. */
export function touchedDigest(edit: Edit, reading: Reading): string | undefined {
  const span = spanOf(edit, reading)
  if (!span) return undefined
  if (edit.op === 'insert') return ''
  return partOf(edit, reading)?.digest ?? rangeDigest(reading.messages.slice(span.from, span.to + 1))
}

export function rangeDigest(messages: readonly Message[]): string {
  return hash(messages.map((message) => digestOf(message.parts)).join(' '))
}

/** The edit with its digest and its tokens before and after. Its target must be in the history. */
export function weigh(edit: Edit, reading: Reading, by: Pick<Planned, 'pass' | 'when' | 'at'>): Planned {
  const { measure } = reading
  const planned = (before: number, after: number): Planned => ({
    edit,
    ...by,
    what: describe(edit, reading),
    digest: touchedDigest(edit, reading) ?? '',
    before,
    after,
  })
  if (edit.op === 'insert') return planned(0, measure.draft(edit.draft, edit.id).tokens)
  const part = partOf(edit, reading)
  if (part) return planned(part.tokens, edit.op === 'replace' ? measure.content(resolve(edit.content, part)).tokens : 0)
  const span = spanOf(edit, reading) ?? { from: 0, to: -1 }
  let before = 0
  for (let at = span.from; at <= span.to; at++) before += (reading.messages[at] as Message).tokens
  return planned(before, edit.op === 'fold' ? measure.draft(summaryDraft(edit.point), edit.point.id).tokens : 0)
}

function describe(edit: Edit, reading: Reading): string {
  if (edit.op === 'insert') return edit.draft.role
  if (edit.op === 'fold') return `${edit.point.from} .. ${edit.point.to}`
  const part = partOf(edit, reading)
  if (part) return describePart(part, callBehind(part, reading))
  const message = reading.messages[reading.position(edit.target) ?? -1]
  return message ? describeMessage(message, (each) => callBehind(each, reading)) : ''
}

function callBehind(part: Part, reading: Reading): PartOf<'call'> | undefined {
  const id = reading.rounds.partner.get(part.id)
  const position = id === undefined ? undefined : reading.position(id)
  const call = id === undefined || position === undefined ? undefined : reading.part(id, position)
  return call?.kind === 'call' ? call : undefined
}

/** The message that stands in for a folded range. */
export function summaryDraft(point: CompactionPoint): Draft {
  return { role: 'user', parts: [{ kind: 'text', text: point.summary }] }
}

/** The fold that a want asks for, without its words. */
export function foldFor({ from, to, reason }: Want, reading: Reading): Edit {
  const ends = [reading.position(from), reading.position(to)] as const
  const digest = rangeDigest(reading.messages.slice(ends[0] ?? 0, (ends[1] ?? -1) + 1))
  return { op: 'fold', reason, point: { id: `${from}..${to}`, from, to, summary: '', digest, at: 0 } }
}
