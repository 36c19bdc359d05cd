/** What providers behind pi refuse. */
import { illegalTurns, textOrBlank, type Told } from './legal-turns.js'
import type { Native } from './native-fields.js'

export const illegalInPi = (messages: readonly Native[]): string[] => illegalTurns(messages.map(told))

const told = (message: Native): Told => {
  const { role, content } = message
  if (role === 'toolResult') return { role: 'tool', said: [], calls: [], results: [String(message['toolCallId'])] }
  // What an app says of its own is the user's word.
  if (role !== 'system' && role !== 'user' && role !== 'assistant') return { role: 'user', said: ['other'], calls: [], results: [] }
  const blocks = typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : (content as Native[])
  const rest = blocks.filter(({ type }) => type !== 'toolCall')
  return {
    role,
    said: rest.map(({ type, text }) => (type === 'text' ? textOrBlank(text) : type === 'thinking' ? 'thinking' : 'other')),
    calls: blocks.filter(({ type }) => type === 'toolCall').map(({ id }) => String(id)),
    results: [],
  }
}
