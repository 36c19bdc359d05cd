/**
 * Which items of OpenAI's Responses stand or fall together: reasoning with the item it led to, since the provider refuses the one without
 * the other, and calls made side by side, since they are answered side by side. No more than that: what is grouped must not depend on
 * what else is still sent.
 */
import { type Fields, isFields } from './fields.js'
import { isBoundOutput, isCall, typeOf } from './responses-items.js'
import { isOutput } from './responses-outputs.js'

/** Calls whose outputs stay as they are, and so stay with them. */
const BOUND_CALLS = new Set(['computer_call', 'tool_search_call', 'mcp_approval_request'])

/** Where the unit that begins at an index ends; what the model did not say stands alone. */
export function endOfUnit(items: readonly unknown[], from: number): number {
  if (!isSaid(items[from])) return from + 1
  let at = pastReasoning(items, from)
  if (!isSaid(items[at])) return at
  const calls = new Set<unknown>()
  while (isSaid(items[at])) {
    const item = items[at] as Fields
    at++
    if (isAsking(item)) calls.add(item.call_id ?? item.id)
    if (calls.size === 0) return at
    const next = pastReasoning(items, at)
    // Between calls and their outputs may stand what would else stand alone.
    if (next > at || (isSaid(items[at]) && !isAsking(items[at] as Fields))) {
      if (!isSaid(items[next]) || !isAnswered(calls, items, next)) break
      at = next
    }
  }
  while (isFields(items[at]) && isBoundOutput(items[at] as Fields)) at++
  return at
}

function pastReasoning(items: readonly unknown[], from: number): number {
  let at = from
  while (isFields(items[at]) && (items[at] as Fields).type === 'reasoning') at++
  return at
}

/** Whether the outputs that come next answer one of these calls, and not only later ones. */
function isAnswered(calls: ReadonlySet<unknown>, items: readonly unknown[], from: number): boolean {
  const later = new Set<unknown>()
  let at = from
  for (; isSaid(items[at]); at++) {
    const item = items[at] as Fields
    if (isAsking(item)) later.add(item.call_id ?? item.id)
  }
  for (; isFields(items[at]); at++) {
    const item = items[at] as Fields
    const id = item.call_id ?? item.approval_request_id ?? item.id
    if (!isOutput(item) && !isBoundOutput(item)) return false
    if (!later.delete(id)) return calls.has(id)
  }
  return false
}

function isSaid(item: unknown): item is Fields {
  if (!isFields(item)) return false
  if (typeOf(item) === 'message') return item.role === 'assistant'
  return typeOf(item) !== '' && !isOutput(item) && !isBoundOutput(item)
}

const isAsking = (item: Fields): boolean => isCall(item) || BOUND_CALLS.has(typeOf(item))
