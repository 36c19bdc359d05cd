/** Sealed thinking holds only over the prefix it was made with: when that changes, it goes, from the change on. */
import type { Edit, Lane } from '../types.js'
import { spanOf } from './edits.js'
import { prefix } from './lanes.js'
import type { Projection } from './project.js'

export interface Seals {
  /** Nobody knows what was sent before: no seal can be trusted. */
  lost: boolean
  /** The last call, by any lane: what was thought since was sealed over it. */
  last: Lane | undefined
  /** What it was sent stood unchanged before this plan began: all that differs now is this plan's doing. */
  intact: boolean
  /** First position where the ledger's edits were put back, or repair acted, before this plan began. */
  restored: number
}

/** `changed` is the first position that this plan edited. */
export function* unseal(projection: Projection, seals: Seals, changed: number): Iterable<Edit> {
  if (!projection.envelope.boundThinking) return
  for (let position = Math.max(0, firstBroken(projection, seals, changed)); position < projection.slots.length; position++) {
    for (const part of projection.slots[position]?.parts ?? []) {
      if (part.kind === 'thinking' && part.sealed) yield { op: 'drop', target: part.id, reason: 'sealed over a prefix that has changed' }
    }
  }
}

/** The first position that differs from what the model saw when it thought; -1 for the envelope, Infinity when nothing does. */
function firstBroken(projection: Projection, { lost, last, intact, restored }: Seals, changed: number): number {
  if (lost || (last && last.envelope !== projection.envelope.digest)) return -1
  const { sent, same } = prefix(last, projection)
  if (!intact && same < sent) return same
  let first = Math.min(changed, restored >= sent ? restored : Infinity)
  if (restored >= sent) return first
  for (const { edit } of projection.edits.values()) {
    const from = spanOf(edit, projection.reading)?.from ?? Infinity
    if (from >= sent) first = Math.min(first, from)
  }
  return first
}
