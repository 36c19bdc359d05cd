/** What a plain history must hold to: OpenAI's pairs, or the pairs inside a message's own parts. */
import type { Native } from './native-fields.js'
import { callsOf, hasNothing } from './legal-openai.js'
import { pairing } from './pairing.js'

export const illegalInPlain = (messages: readonly Native[]): string[] => {
  const pairs = pairing()
  const { complaints } = pairs
  messages.forEach((message, i) => {
    const inner = listOf(message['content'])
    const apart = listOf(message['contentParts'])
    const results = inner.filter(({ kind }) => kind === 'result')
    // A tool message without an id carries `toolResults`; those without an id answer nobody.
    if (message['role'] === 'tool' && message['tool_call_id'] !== undefined) pairs.result(String(message['tool_call_id']), i)
    else if (message['role'] !== 'tool' && (results.length === 0 || inner[0]?.['kind'] !== 'result')) pairs.close()
    for (const { toolCallId } of message['role'] === 'tool' ? listOf(message['toolResults']) : []) {
      if (toolCallId !== undefined) pairs.result(String(toolCallId), i)
    }
    for (const part of inner) {
      if (part['kind'] === 'call') pairs.call(String(part['callId']), i)
      if (part['kind'] === 'result') pairs.result(String(part['callId']), i)
    }
    for (const call of callsOf(message)) pairs.call(String(call['id']), i)
    for (const part of apart) {
      if (part['type'] !== 'tool-call' || 'result' in part || message['generating'] === true) continue
      complaints.push(`messages[${i}]: call ${String(part['toolCallId'])} has no result beside it`)
    }
    const other = callsOf(message).length + apart.length + listOf(message['toolResults']).length
    if (hasNothing(message['content']) && other === 0) complaints.push(`messages[${i}]: no content`)
  })
  pairs.close()
  return complaints
}

const listOf = (value: unknown): Native[] => (Array.isArray(value) ? (value as Native[]) : [])
