/** The guard: what no pass may do, whatever its policy. */
import type { Id, Message, Part, Planned, Why, Rewrite, Rules } from '../types.js'
import { isPinned } from './budget.js'
import { keyOf, partOf, rangeDigest, spanOf } from './edits.js'
import type { Projection } from './project.js'

/** Results of the recall tool stay as they are for so many rounds: what was just fetched is being used. */
export const RECALLED_ROUNDS = 10

/** It goes over anything, for the request has to fit. */
export const BACKSTOP = 'backstop'

export interface Watch {
  pins: ReadonlySet<Id>
  undone: ReadonlySet<Id>
  rules: Rules
  /** What one pass edited, no other edits again. */
  literal: boolean
}

/** Why this edit may not be, or null. */
export function refuse(planned: Planned, projection: Projection, watch: Watch): Why | null {
  const { edit } = planned
  const { reading, envelope } = projection
  const span = spanOf(edit, reading)
  if (envelope.heldByServer) return 'held by the server'
  if (!span) return 'unknown id'
  if (edit.op === 'insert') return splits(span.from, projection) ? 'splits a round' : null
  if (edit.op === 'fold') {
    if (rangeDigest(reading.messages.slice(span.from, span.to + 1)) !== edit.point.digest) return 'void'
    if (splits(span.from - 1, projection) || splits(span.to, projection)) return 'splits a round'
    if (watch.undone.has(edit.point.id)) return 'undone by the user'
    if (projection.folds(span).some((other) => keyOf(other.edit) !== keyOf(edit) && !covers(span, other, projection)))
      return 'edited already'
  }
  const part = partOf(edit, reading)
  const earlier = projection.edits.get(keyOf(edit))
  if (watch.literal && earlier && earlier.pass !== planned.pass && planned.pass !== BACKSTOP) return 'edited already'
  const why = part ? refusePart(part, span.from, planned, projection, watch) : refuseMessages(span, planned, projection, watch)
  return why ?? (savesSomething(planned, span, projection, watch) ? null : 'saves nothing')
}

function refusePart(part: Part, position: number, { edit, when, pass }: Planned, projection: Projection, watch: Watch): Why | null {
  const { reading } = projection
  const message = reading.messages[position] as Message
  if (!sentPart(part.id, position, projection)) return 'void'
  const why = refuseAlways(message, [part], position, projection, watch)
  if (why) return why
  if (edit.op === 'replace') {
    const wrong = refuseRewrite(edit.content, part)
    if (wrong) return wrong
  } else if (part.kind === 'opaque') return 'opaque'
  else {
    const held = refusePartner(part, pass, projection, watch)
    if (held) return held
  }
  if (when === 'arrival') return null
  if (position > reading.lastAssistant) return 'not seen yet'
  if (part.kind !== 'thinking') return isOpen(position, projection) ? 'open' : null
  return watch.rules.openThinking && inOpenTurn(position, projection) ? 'open' : null
}

/** A call and its result go together: what holds one holds the other. */
function refusePartner(part: Part, pass: string, projection: Projection, watch: Watch): Why | null {
  const { reading, edits } = projection
  const id = reading.rounds.partner.get(part.id)
  const position = id === undefined ? undefined : reading.position(id)
  const partner = id === undefined || position === undefined ? undefined : reading.part(id, position)
  if (!partner || position === undefined) return null
  const earlier = edits.get(partner.id)
  if (watch.literal && earlier && earlier.pass !== pass) return 'edited already'
  return refuseAlways(reading.messages[position] as Message, [partner], position, projection, watch)
}

/** Whole messages go by rounds: what holds one message of a round holds all of it. */
function refuseMessages(span: Span, { edit }: Planned, projection: Projection, watch: Watch): Why | null {
  const { reading, slots } = projection
  if (edit.op === 'drop' && (slots[span.from] === null || projection.folds(span).length > 0)) return 'void'
  const round = edit.op === 'drop' ? (reading.rounds.at(span.from) ?? span) : span
  for (let position = round.from; position <= round.to; position++) {
    const message = reading.messages[position] as Message
    const why = refuseAlways(message, message.parts, position, projection, watch)
    if (why) return why
    if (edit.op === 'drop' && position === reading.lastUser) return 'last words'
    if (position > reading.lastAssistant) return 'not seen yet'
    if (isOpen(position, projection)) return 'open'
  }
  return null
}

function refuseAlways(message: Message, parts: readonly Part[], position: number, projection: Projection, watch: Watch) {
  if (message.role === 'system') return 'system'
  if (isPinned(message, watch.pins)) return 'pinned'
  if (watch.undone.has(message.id) || parts.some(({ id }) => watch.undone.has(id))) return 'undone by the user'
  if (parts.some((part) => recalledLately(part, position, projection))) return 'recalled lately'
  return null
}

function refuseRewrite(content: Rewrite, part: Part): Why | null {
  if (part.kind === 'opaque') return 'opaque'
  if (part.kind === 'thinking' && part.sealed) return 'sealed'
  const bound = part.kind === 'call' || part.kind === 'result'
  if (bound && (content.kind !== part.kind || content.callId !== part.callId)) return 'splits a round'
  return null
}

/** Less than now, not only less than the original; and a pass does not go over its own words again. A seed's words may weigh the same. */
function savesSomething({ edit, pass, after }: Planned, span: Span, projection: Projection, { literal }: Watch): boolean {
  if (projection.edits.get(keyOf(edit))?.pass === pass) return false
  const part = partOf(edit, projection.reading)
  if (part) return after < (sentPart(part.id, span.from, projection)?.tokens ?? 0) + (literal ? 1 : 0)
  let now = 0
  for (let position = span.from; position <= span.to; position++) now += projection.slots[position]?.tokens ?? 0
  return after < now
}

type Span = { from: number; to: number }

/** Whether a fold of this span takes over another whole, and more than that. */
function covers(span: Span, { edit }: Planned, { reading }: Projection): boolean {
  const other = spanOf(edit, reading) ?? span
  return span.from <= other.from && span.to >= other.to && span.to - span.from > other.to - other.from
}

function sentPart(id: Id, position: number, { slots }: Projection): Part | undefined {
  return slots[position]?.parts.find((part) => part.id === id)
}

/** Results of this round have not been seen by the model, or are still to come. */
function isOpen(position: number, { reading }: Projection): boolean {
  const { rounds, lastAssistant, messages } = reading
  const round = rounds.at(position)
  if (!round) return false
  if (round.to > lastAssistant) return true
  const last = round === rounds.list.at(-1)
  return last && (messages[position] as Message).parts.some((part) => part.kind === 'call' && !rounds.partner.has(part.id))
}

/** A tool turn is under way when the user did not speak last; it began with the user's last words. */
function inOpenTurn(position: number, { reading }: Projection): boolean {
  return reading.messages.length - 1 > reading.lastUser && position > reading.lastUser
}

function recalledLately(part: Part, position: number, { reading }: Projection): boolean {
  if (part.kind !== 'result' || part.tool !== 'recall') return false
  const { rounds } = reading
  return rounds.list.length - (rounds.of[position] as number) <= RECALLED_ROUNDS
}

/** Whether something put after this position would come between a call and its results. */
function splits(position: number, { reading }: Projection): boolean {
  const round = reading.rounds.at(position)
  return round !== undefined && position < round.to
}
