/** What every format says of a message beside its content: role, id, time, pin, failure. */
import { ShapeError } from '../errors.js'
import type { Content, Draft, Role } from '../types.js'
import { excerpt, type Fields, isFields } from './fields.js'

export function messageFields(native: unknown): Fields & { role: string } {
  if (!isFields(native)) throw new ShapeError(`a message is an object with a role; this is ${excerpt(native)}`)
  if (typeof native.role !== 'string') throw new ShapeError(`a message has no role: ${excerpt(native)}`)
  return native as Fields & { role: string }
}

export function roleIn(roles: { readonly [native: string]: Role }, message: Fields & { role: string }): Role {
  const role = Object.hasOwn(roles, message.role) ? roles[message.role] : undefined
  if (role) return role
  throw new ShapeError(
    `a message has the role ${JSON.stringify(message.role)}, expected one of ${Object.keys(roles).join(', ')}: ${excerpt(message)}`,
  )
}

export function draftOf(message: Fields, role: Role, parts: Content[]): Draft {
  const failed = message.is_error === true || message.messageStatus === 'error'
  const draft: Draft = { role, parts: failed ? parts.map(asFailed) : parts }
  if (typeof message.id === 'string' && message.id !== '') draft.id = message.id
  if (Number.isFinite(message.timestamp)) draft.at = message.timestamp as number
  if (message.pinned === true) draft.pinned = true
  if (message.isSummary === true) draft.summary = true
  return draft
}

const asFailed = (part: Content): Content => (part.kind === 'result' ? { ...part, error: true } : part)
