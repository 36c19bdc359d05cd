/** Trails: where two histories part, told from a handful of rolling digests instead of one per message. */
import type { Message, Trail } from '../types.js'
import { hash } from './hash.js'
import { digestOf } from './ids.js'

/** The rolling digest after one more message as sent; a dropped one leaves no trace. */
export function step(previous: string, sent: Message | null): string {
  return sent === null ? previous : hash(previous + sent.role + digestOf(sent.parts))
}

/** Marks at the end, one before, then ever further back: the common prefix is found exactly at the tail, coarsely far behind. */
export function trailOf(chain: readonly string[]): Trail {
  const marks: Trail = []
  for (let back = 0; back < chain.length; back = back === 0 ? 1 : back * 2) {
    const position = chain.length - back
    marks.push([position, chain[position - 1] as string])
  }
  return marks
}

/** How many messages of this chain were sent as they stand now. */
export function commonPrefix(chain: readonly string[], trail: Trail): number {
  for (const [position, digest] of trail) if (position <= chain.length && chain[position - 1] === digest) return position
  return 0
}
