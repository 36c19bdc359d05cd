/** LangChain's classes, known by what their instances show: nothing of LangChain is imported. */
import { ShapeError } from '../errors.js'
import type { Role } from '../types.js'
import { excerpt, type Fields, isFields, stringOr } from './fields.js'

const ROLES: { [type: string]: Role } = {
  human: 'user',
  user: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
}

export const isInstance = (message: unknown): boolean => isFields(message) && typeof message._getType === 'function'

/** `generic` messages name their role; what LangChain would take for a message has nothing else. */
function typeOf(message: Fields): string {
  const type = isInstance(message) ? (message as unknown as { _getType: () => unknown })._getType() : message.type
  return stringOr(type === 'generic' || type === undefined ? message.role : type, '')
}

export function roleOf(message: Fields): Role {
  const type = typeOf(message)
  const role = Object.hasOwn(ROLES, type) ? ROLES[type] : undefined
  if (role) return role
  throw new ShapeError(
    `a message has the type ${JSON.stringify(type)}, expected one of ${Object.keys(ROLES).join(', ')}: ${excerpt(message)}`,
  )
}

/** A new instance of the same class. What it would serialise itself with says the same as its fields. */
export function withFields(message: Fields, fields: Fields): Fields {
  const { lc_kwargs } = message
  const copy = Object.assign(Object.create(Object.getPrototypeOf(message) as object), message, fields) as Fields
  if (!isFields(lc_kwargs)) return copy
  const { content, ...others } = fields
  const told = content === undefined ? {} : 'contentBlocks' in lc_kwargs ? { contentBlocks: content } : { content }
  return Object.assign(copy, { lc_kwargs: { ...lc_kwargs, ...others, ...told } })
}

/** What we made, as one of its messages: of the class that the others of its kind are of, or built on the base of them all. */
export function instanceOf(made: Fields, given: readonly unknown[]): unknown {
  const role = roleOf(made)
  const others = given.filter(isInstance) as Fields[]
  const [any] = others
  const alike = others.find((message) => roleOf(message) === role)
  const { role: _, ...fields } = made
  if (alike) return new (alike.constructor as new (fields: Fields) => unknown)(fields)
  return any && role === 'user' ? standIn(any, fields) : made
}

/** LangChain tells a message by its type and a symbol, and serialises it under its class's name. */
function standIn(other: Fields, fields: Fields): Fields {
  let base = Object.getPrototypeOf(other) as object
  while ('_getType' in (Object.getPrototypeOf(base) as object)) base = Object.getPrototypeOf(base) as object
  const prototype = Object.create(base, { constructor: { value: { lc_name: () => 'HumanMessage' } } }) as object
  const kwargs = { ...fields, additional_kwargs: {}, response_metadata: {} }
  const { lc_namespace, lc_serializable } = other
  const symbols = Object.fromEntries(Object.getOwnPropertySymbols(other).map((symbol) => [symbol, other[symbol as never]]))
  return Object.assign(Object.create(prototype) as Fields, {
    lc_namespace,
    lc_serializable,
    lc_kwargs: kwargs,
    ...symbols,
    type: 'human',
    ...kwargs,
  })
}
