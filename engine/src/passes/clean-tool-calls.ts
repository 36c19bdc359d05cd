/** Seed 004's tool cleanup as a function on a chat app's messages: what `drop-rounds` does, for whoever has no use for a plan. */
import { roundsFrom } from './drop-rounds.js'

/** A chat message: with `contentParts`, in which a call holds its result, or with calls and results as OpenAI has them. */
export interface ToolUser {
  role: string
  content?: unknown
  contentParts?: readonly unknown[]
  tool_calls?: unknown
}

/** A new list in which messages before the newest rounds are without calls and results; a message that had none is the same object. */
export function cleanToolCalls<M extends ToolUser>(messages: readonly M[], keepRounds = 2): M[] {
  const from = roundsFrom(messages, keepRounds, { asks: ({ role }) => role === 'user', answers: ({ role }) => role === 'assistant' })
  return messages.flatMap((message, at) => (at >= from ? message : message.role === 'tool' ? [] : withoutCalls(message)))
}

function withoutCalls<M extends ToolUser>(message: M): M {
  const contentParts = message.contentParts?.filter((part) => (part as { type?: unknown } | null)?.type !== 'tool-call')
  if (contentParts && contentParts.length !== message.contentParts?.length) return { ...message, contentParts }
  if (!message.tool_calls) return message
  const { tool_calls: _calls, ...rest } = message
  return { ...rest, content: message.content ?? '' } as M
}
