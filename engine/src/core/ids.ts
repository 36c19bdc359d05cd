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
  return hash(draft.role + digests).slice(2, 12)
}

/** The first free name among equals: `x`, `x~2`, `x~3`... A part id `x.0` takes the name `x.0` from a message. */
export function unique(name: Id, parts: number, taken: (id: Id) => boolean, equals: Map<Id, number>): Id {
  let ordinal = (equals.get(name) ?? 0) + 1
  let id = ordinal === 1 ? name : `${name}~${ordinal}`
  while (clashes(id, parts, taken)) id = `${name}~${++ordinal}`
  equals.set(name, ordinal)
  return id
}

function clashes(id: Id, parts: number, taken: (id: Id) => boolean): boolean {
  if (taken(id)) return true
  for (let i = 0; i < parts; i++) if (taken(`${id}.${i}`)) return true
  return false
}

/** One digest for all that a message says. */
export function digestOf(parts: readonly Part[]): string {
  let digests = ''
  for (const part of parts) digests += part.digest
  return digests
}
