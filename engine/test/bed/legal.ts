/**
 * What a provider would refuse in a request, written from the providers' rules and not from our core.
 * Complaints read `messages[3]: what is wrong`; an empty list means legal.
 *
 * Ids are matched within their turn: the same call id in two turns is legal here.
 */
import type { Format } from './natives.js'
import type { Native } from './native-fields.js'
import { illegalInAnthropic } from './legal-anthropic.js'
import { illegalInOpenAI } from './legal-openai.js'
import { illegalInPlain } from './legal-plain.js'

/** `original` is the request before our edits: sealed thinking must come through unmodified and in order. */
export const illegalities = (format: Format, request: unknown, original?: unknown): string[] => {
  const messages = messagesOf(request)
  if (format === 'openai-chat') return illegalInOpenAI(messages)
  if (format === 'plain') return illegalInPlain(messages)
  return [...illegalInAnthropic(request, messages), ...(original === undefined ? [] : changedThinking(messages, messagesOf(original)))]
}

const messagesOf = (request: unknown): Native[] => {
  const messages = Array.isArray(request) ? request : (request as Native | null)?.['messages']
  if (!Array.isArray(messages)) throw new TypeError('a request is an array of messages or a body with `messages`')
  return messages as Native[]
}

const changedThinking = (sent: Native[], before: Native[]): string[] => {
  const known = before.flatMap(seals).map(({ seal }) => seal)
  let from = 0
  return sent.flatMap((message, i) =>
    seals(message).flatMap(({ seal }) => {
      const found = known.indexOf(seal, from)
      if (found < 0) return [`messages[${i}]: thinking changed or out of order`]
      from = found + 1
      return []
    }),
  )
}

/** Unsigned thinking is no provider's secret: nobody can tell that it changed. */
const seals = ({ content }: Native): { seal: string }[] =>
  (Array.isArray(content) ? (content as Native[]) : [])
    .filter(({ type, signature }) => (type === 'thinking' && signature) || type === 'redacted_thinking')
    .map((block) => ({ seal: JSON.stringify(block) }))
