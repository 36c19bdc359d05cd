/** Messages in OpenAI's chat shape without broken pairs, for whoever has no use for a plan; `fit` repairs every shape. */

export interface Paired {
  role: string
  tool_calls?: unknown
  tool_call_id?: unknown
}

/** Without assistant messages that have an unanswered call, and without results that answer nothing. */
export function cleanOrphanedToolCalls<M extends Paired>(messages: readonly M[]): M[] {
  const kept: M[] = []
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as M
    if (message.role === 'tool') continue // taken with its call, or nobody's
    const asked = new Set(idsOfCalls(message).map(([id]) => id))
    const answers: M[] = []
    for (let next = at + 1; messages[next]?.role === 'tool'; next++) {
      const answer = messages[next] as M
      if (asked.delete(answer.tool_call_id)) answers.push(answer)
    }
    if (asked.size === 0) kept.push(message, ...answers)
  }
  return kept
}

/** Id and tool of each call. */
export function idsOfCalls({ role, tool_calls: calls }: Paired): [id: unknown, tool: string][] {
  if (role !== 'assistant' || !Array.isArray(calls)) return []
  return (calls as { id?: unknown; function?: { name?: unknown } }[]).map(({ id, function: named }) => [id, String(named?.name ?? '')])
}
