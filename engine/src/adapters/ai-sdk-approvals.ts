/** Approvals of the AI SDK: an answer that asks for one, the user's word on it and the results that follow are one message of ours. */
import { type Fields, isFields } from './fields.js'

/** Where the exchange that begins at an index ends; messages without approvals stand alone. */
export function endOfApproval(messages: readonly unknown[], from: number): number {
  let at = from + 1
  if (!isFields(messages[from]) || !asksApproval(messages[from])) return at
  while (isTool(messages[at])) at++
  return at
}

/** Calls among these parts that wait for the user's word. The SDK runs them when it comes: until then nothing is missing. */
export function waitingFor(parts: readonly unknown[]): ReadonlySet<unknown> {
  const waiting = new Set<unknown>()
  for (const part of parts) if (isFields(part) && part.type === 'tool-approval-request') waiting.add(part.toolCallId)
  if (waiting.size > 0) for (const part of parts) if (isFields(part) && part.type === 'tool-result') waiting.delete(part.toolCallId)
  return waiting
}

const isTool = (message: unknown): boolean => isFields(message) && message.role === 'tool'

/** Looks at every message of the history on every call: plain loops, no closures. */
function asksApproval(message: unknown): boolean {
  const { role, content } = message as Fields
  if (role !== 'assistant' || !Array.isArray(content)) return false
  for (let i = content.length - 1; i >= 0; i--) if ((content[i] as Fields | null)?.type === 'tool-approval-request') return true
  return false
}
