/** What providers behind the AI SDK refuse. */
import { illegalTurns, textOrBlank, type Told } from './legal-turns.js'
import type { Native } from './native-fields.js'

export const illegalInAiSdk = (messages: readonly Native[]): string[] => illegalTurns(messages.map(told))

const told = ({ role, content }: Native): Told => {
  const parts = typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : (content as Native[])
  const calls = parts.filter(({ type, providerExecuted }) => type === 'tool-call' && !providerExecuted)
  const results = parts.filter(({ type }) => type === 'tool-result' && role === 'tool')
  const rest = parts.filter((part) => !calls.includes(part) && !results.includes(part))
  return {
    role: role as Told['role'],
    said: rest.map(({ type, text }) => (type === 'text' ? textOrBlank(text) : type === 'reasoning' ? 'thinking' : 'other')),
    calls: calls.map(({ toolCallId }) => String(toolCallId)),
    results: results.map(({ toolCallId }) => String(toolCallId)),
  }
}
