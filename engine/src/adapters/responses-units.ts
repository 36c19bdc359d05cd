/**
 * Which items of OpenAI's Responses stand or fall together: reasoning with the item it led to, since the provider refuses the one without
 * the other, and calls made side by side, since they are answered side by side. No more than that: what is grouped must not depend on
 * what else is still sent.
 */
import { type Fields, isFields } from './fields.js'
import { isBoundOutput, isCall } from './responses-items.js'
import { isOutput } from './responses-outputs.js'

/** Calls whose outputs stay as they are, and so stay with them. */
const BOUND_CALLS = new Set(['computer_call', 'tool_search_call', 'mcp_approval_request'])

/** Where the unit that begins at an index ends; what the model did not say stands alone. */
export function endOfUnit(items: readonly unknown[], from: number): number {
  if (!isSaid(items[from])) return from + 1
  const first = pastReasoning(items, from)
  if (!isSaid(items[first])) return first
  let at = first + 1
  if (!isAsking(items[first] as Fields)) return at
  for (;;) {
    while (isSaid(items[at]) && isAsking(items[at] as Fields)) at++
    // Between calls and their outputs may stand what would else stand alone.
    const next = pastReasoning(items, at)
    if (!isSaid(items[next]) || !isAnswered(items, first, at)) break
    at = next + 1
  }
  while (isFields(items[at]) && isBoundOutput(items[at] as Fields)) at++
  return at
}

function pastReasoning(items: readonly unknown[], from: number): number {
  let at = from
  while (isFields(items[at]) && (items[at] as Fields).type === 'reasoning') at++
  return at
}

/** Whether the outputs that come next answer one of the calls up to here, and not only later ones. */
function isAnswered(items: readonly unknown[], first: number, end: number): boolean {
  const calls = callsIn(items.slice(first, end))
  let at = end
  while (isSaid(items[at])) at++
  const later = callsIn(items.slice(end, at))
  for (; isFields(items[at]); at++) {
    const item = items[at] as Fields
    const id = item.call_id ?? item.approval_request_id ?? item.id
    if (!isOutput(item) && !isBoundOutput(item)) return false
    if (!later.delete(id)) return calls.has(id)
  }
  return false
}

const callsIn = (items: readonly unknown[]): Set<unknown> =>
  new Set((items as readonly Fields[]).flatMap((item) => (isAsking(item) ? [item.call_id ?? item.id] : [])))

function isSaid(item: unknown): item is Fields {
  if (!isFields(item)) return false
  const { type, role } = item
  if (type === 'message' || type === undefined) return role === 'assistant'
  return !isOutput(item) && !isBoundOutput(item)
}

const isAsking = (item: Fields): boolean => isCall(item) || BOUND_CALLS.has(item.type as string)
