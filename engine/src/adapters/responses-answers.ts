/**
 * Which items of OpenAI's Responses are one answer. The provider refuses reasoning without the item it led to, and calls made side by
 * side are answered side by side: so reasoning, what it led to and calls in a row are one message of ours.
 */
import { type Fields, isFields } from './fields.js'
import { isBoundOutput, isCall, typeOf } from './responses-items.js'
import { isOutput } from './responses-outputs.js'

/** Calls whose outputs stay as they are, and so stay with them. */
const BOUND_CALLS = new Set(['computer_call', 'tool_search_call', 'mcp_approval_request'])

/** Where the answer that begins at an index ends; what the model did not say stands alone. */
export function endOfAnswer(items: readonly unknown[], from: number): number {
  let [calls, spoken, acted] = [false, false, false]
  let at = from
  for (; at < items.length; at++) {
    const item = items[at]
    if (!isSaid(item)) break
    const type = typeOf(item)
    // While calls are open, nothing may come between them and their outputs.
    if (type === 'reasoning' && acted && !(calls && leadsOn(items, at))) break
    if (type === 'message' && spoken && !calls) break
    calls ||= isCall(item) || BOUND_CALLS.has(type)
    spoken ||= type === 'message'
    acted ||= type !== 'reasoning'
  }
  if (at === from) return from + 1
  while (isFields(items[at]) && isBoundOutput(items[at] as Fields)) at++
  return at
}

function isSaid(item: unknown): item is Fields {
  if (!isFields(item)) return false
  if (typeOf(item) === 'message') return item.role === 'assistant'
  return typeOf(item) !== '' && !isOutput(item) && !isBoundOutput(item)
}

/** Whether the model said or did something after this reasoning. */
function leadsOn(items: readonly unknown[], from: number): boolean {
  const next = items.slice(from).find((item) => !(isFields(item) && item.type === 'reasoning'))
  return isSaid(next)
}
