/** Rewrites what a tool result holds; whatever nothing changed in stays the same object. */
import type { Body, Json, PartOf, Rewrite } from '../types.js'

/** The result with some of its bodies rewritten, the others kept; null when all stay. */
export function rewriteBodies({ callId, tool, error, body }: PartOf<'result'>, rewrite: (body: Body) => Body): Rewrite | null {
  const bodies = body.map((item, index) => {
    const rewritten = rewrite(item)
    return rewritten === item ? { kind: 'keep' as const, index } : rewritten
  })
  return bodies.every(({ kind }) => kind === 'keep') ? null : { kind: 'result', callId, tool, error, body: bodies }
}

/** Every text in a body, also the strings inside data; media has none. */
export function rewriteTexts(body: Body, rewrite: (text: string) => string): Body {
  if (body.kind === 'media') return body
  if (body.kind === 'data') {
    const value = rewriteValue(body.value, (item) => (typeof item === 'string' ? rewrite(item) : item)) as Json
    return value === body.value ? body : { kind: 'data', value }
  }
  const text = rewrite(body.text)
  return text === body.text ? body : { kind: 'text', text }
}

/** Each value with the field it stands in; items of a list stand in the list's field. */
type Visit = (value: unknown, field: string) => unknown

/** What `visit` gives back other than it got is taken as it is; what it leaves alone is looked into. Class instances are left whole. */
export function rewriteValue(value: unknown, visit: Visit, field = ''): unknown {
  const visited = visit(value, field)
  if (visited !== value || typeof value !== 'object' || value === null) return visited
  if (Array.isArray(value)) {
    const items = value.map((item) => rewriteValue(item, visit, field))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, rewriteValue(item, visit, key)] as const)
  return entries.every(([key, item]) => item === (value as { [key: string]: unknown })[key]) ? value : Object.fromEntries(entries)
}

/** Also one of another realm, as from a worker or a test runner. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
