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
  let at = from
  while (isReasoning(items[at])) at++
  if (!isSaid(items[at])) return at
  const asks = isAsking(items[at] as Fields)
  at++
  // While calls are open, nothing may come between them and their outputs.
  while (asks && isSaid(items[at]) && leadsOn(items, at)) at++
  while (asks && isFields(items[at]) && isBoundOutput(items[at] as Fields)) at++
  return at
}

function isSaid(item: unknown): item is Fields {
  if (!isFields(item)) return false
  if (typeOf(item) === 'message') return item.role === 'assistant'
  return typeOf(item) !== '' && !isOutput(item) && !isBoundOutput(item)
}

const isReasoning = (item: unknown): boolean => isFields(item) && item.type === 'reasoning'

const isAsking = (item: Fields): boolean => isCall(item) || BOUND_CALLS.has(typeOf(item))

/** Whether the model said or did something here, or after the reasoning here. */
function leadsOn(items: readonly unknown[], from: number): boolean {
  let at = from
  while (isReasoning(items[at])) at++
  return isSaid(items[at])
}
