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
  /** First position edited in this call, as far as is known without looking at every edit. */
  edited: number
}

export function* unseal(projection: Projection, seals: Seals): Iterable<Edit> {
  if (!projection.envelope.boundThinking) return
  for (let position = firstBroken(projection, seals) + 1; position < projection.slots.length; position++) {
    for (const part of projection.slots[position]?.parts ?? []) {
      if (part.kind === 'thinking' && part.sealed) yield { op: 'drop', target: part.id, reason: 'sealed over a prefix that has changed' }
    }
  }
}

/** The first position that differs from what the model saw when it thought; -1 for the envelope, Infinity when nothing does. */
function firstBroken(projection: Projection, { lost, last, edited }: Seals): number {
  if (lost || (last && last.envelope !== projection.envelope.digest)) return -1
  const { sent, same } = prefix(last, projection)
  if (same < sent) return same
  if (edited >= sent) return edited
  let first = Infinity
  for (const { edit } of projection.edits.values()) {
    const from = spanOf(edit, projection.reading)?.from ?? Infinity
    if (from >= sent) first = Math.min(first, from)
  }
  return first
}
