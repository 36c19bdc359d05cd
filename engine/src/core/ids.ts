/** Names for messages: the native id, else role and call id, else a hash of the content; unique, and stable as the history grows. */
import type { Draft, Id, Part } from '../types.js'
import { hash } from './hash.js'

const SHORTEST = 8

/** The id of a message before ordinals: equal messages get equal names. */
export function nameOf(draft: Draft, digests: string): Id {
  if (draft.id) return draft.id
  for (const part of draft.parts) {
    if ((part.kind === 'call' || part.kind === 'result') && part.callId) return `${draft.role}:${part.callId}`.padEnd(SHORTEST, '_')
  }
  return hash(draft.role + digests).slice(0, 10)
}

/** The first free name among equals: `x`, `x~2`, `x~3`... */
export function unique(name: Id, taken: (id: Id) => boolean, equals: Map<Id, number>): Id {
  let ordinal = (equals.get(name) ?? 0) + 1
  let id = ordinal === 1 ? name : `${name}~${ordinal}`
  while (taken(id)) id = `${name}~${++ordinal}`
  equals.set(name, ordinal)
  return id
}

/** Part 0 of message `x` is `x.0`. */
export function partId(message: Id, index: number): Id {
  return `${message}.${index}`
}

/** The message a part id would belong to; undefined for what cannot be one. */
export function messageOf(id: Id): Id | undefined {
  const dot = id.lastIndexOf('.')
  return dot > 0 && /^\d+$/.test(id.slice(dot + 1)) ? id.slice(0, dot) : undefined
}

/** One digest for all that a message says. */
export function digestOf(parts: readonly Part[]): string {
  let digests = ''
  for (const part of parts) digests += part.digest
  return digests
}
