/** What providers behind LangChain refuse, and what LangChain itself would take amiss. */
import { AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { illegalTurns, textOrBlank, type Told } from './legal-turns.js'
import type { Native } from './native-fields.js'

export const illegalInLangchain = (messages: readonly unknown[]): string[] => [
  ...messages.flatMap((message, i) => illKept(message).map((what) => `messages[${i}]: ${what}`)),
  ...illegalTurns(messages.map((message) => told(message as BaseMessage))),
]

const told = (message: BaseMessage): Told => {
  const blocks = (
    typeof message.content === 'string' ? (message.content === '' ? [] : [{ type: 'text', text: message.content }]) : message.content
  ) as Native[]
  if (ToolMessage.isInstance(message)) return { role: 'tool', said: [], calls: [], results: [message.tool_call_id] }
  const calls = AIMessage.isInstance(message)
    ? [...(message.tool_calls ?? []), ...(message.invalid_tool_calls ?? [])].map(({ id }) => String(id))
    : []
  const rest = blocks.filter(({ type }) => type !== 'tool_use')
  return {
    role: HumanMessage.isInstance(message) ? 'user' : SystemMessage.isInstance(message) ? 'system' : 'assistant',
    said: rest.map(({ type, text }) => (type === 'text' ? textOrBlank(text) : String(type).endsWith('thinking') ? 'thinking' : 'other')),
    calls,
    results: [],
  }
}

/** A message is of its class, serialises as it stands, and repeats no call that it does not make. */
const illKept = (message: unknown): string[] => {
  // By its own reckoning a copy without methods would pass.
  if (!(message instanceof BaseMessage) || typeof message.toJSON !== 'function') return ['not an instance']
  const { kwargs } = message.toJSON() as unknown as { kwargs: Native }
  const complaints = JSON.stringify(kwargs['content']) === JSON.stringify(message.content) ? [] : ['serialises as something else']
  if (message.getType() !== message._getType()) complaints.push('two types')
  if (JSON.stringify(message.lc_kwargs.content) !== JSON.stringify(message.content)) complaints.push('lc_kwargs say something else')
  const made = AIMessage.isInstance(message)
    ? [...(message.tool_calls ?? []), ...(message.invalid_tool_calls ?? [])].map(({ id }) => id)
    : []
  const repeated = Array.isArray(message.content) ? message.content.filter(({ type }) => type === 'tool_use').map(({ id }) => id) : []
  return repeated.every((id) => made.includes(id as string)) ? complaints : [...complaints, 'repeats a call it does not make']
}
