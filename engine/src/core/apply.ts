/** Applying: writes what is sent back to the caller's own objects. Untouched messages are passed on as they are. */
import type { Adapter, Counter, Id, Message, Plan } from '../types.js'
import { Desk } from './desk.js'
import { touchedDigest } from './edits.js'
import { emptyLedger } from './ledger.js'
import { mend } from './repair.js'

/** The native messages to send. Only what changed since the last call is written. */
function natives(desk: Desk): unknown[] {
  const { projection, output, ends } = desk
  const settled = Math.min(projection.written, ends.length)
  ends.length = settled
  output.length = ends.at(-1) ?? 0
  if (settled === 0) for (const insert of projection.inserts.get(-1) ?? []) output.push(write(insert, -1, desk))
  for (let position = settled; position < projection.slots.length; position++) {
    const slot = projection.slots[position]
    if (slot) output.push(write(slot, position, desk))
    for (const insert of projection.inserts.get(position) ?? []) output.push(write(insert, -1, desk))
    ends.push(output.length)
  }
  projection.written = projection.slots.length
  return output.slice()
}

/** Carries out a plan that was drawn, perhaps stored, for this request. */
export function apply<R>(request: R, plan: Plan, setup: { adapter: Adapter; counter: Counter; breakpoint?: boolean }): R {
  const { adapter, counter } = setup
  const { desk } = Desk.claim(emptyLedger(), adapter, counter, adapter.open(request))
  const { projection, reading } = desk
  for (const planned of plan.edits) if (touchedDigest(planned.edit, reading) === planned.digest) projection.take(planned)
  // What changed since the plan was drawn is left as it is now; that must not part a call from its result.
  mend(projection, adapter.rules, 0)
  return finish(request, desk, setup.breakpoint ? plan.breakpoint : null)
}

/** The request with what is sent now; a cache marker on the message of this id, if the request has a free slot. */
export function finish<R>(request: R, desk: Desk, breakpoint: Id | null): R {
  const messages = natives(desk)
  const position = breakpoint === null ? undefined : desk.reading.position(breakpoint)
  const marked = position === undefined ? undefined : (desk.ends[position] as number) - 1
  return desk.adapter.finish(request, messages, marked) as R
}

function write(slot: Message, position: number, desk: Desk): unknown {
  const { reading, adapter, written, projection } = desk
  const original = reading.messages[position]
  if (slot === original) return reading.natives[position]
  const known = written.get(slot)
  if (known) return known.native
  const native =
    original && original.id === slot.id
      ? adapter.write(reading.natives[position], projection.changes(original))
      : adapter.make({ role: slot.role, parts: slot.parts.map(({ id: _id, digest: _digest, tokens: _tokens, ...content }) => content) })
  written.set(slot, { native })
  return native
}
