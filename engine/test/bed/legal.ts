/**
 * What a provider would refuse in a request, written from the providers' rules and not from our core.
 * Complaints read `messages[3]: what is wrong`; an empty list means legal.
 *
 * Ids are matched within their turn: the same call id in two turns is legal here.
 */
import type { Format } from './natives.js'
import type { Native } from './native-fields.js'
import { illegalInAiSdk } from './legal-ai-sdk.js'
import { illegalInAnthropic } from './legal-anthropic.js'
import { illegalInGemini } from './legal-gemini.js'
import { illegalInLangchain } from './legal-langchain.js'
import { illegalInOpenAI } from './legal-openai.js'
import { illegalInPi } from './legal-pi.js'
import { illegalInPlain } from './legal-plain.js'
import { illegalInResponses } from './legal-responses.js'

/** `original` is the request before our edits: sealed thinking must come through unmodified and in order. */
export const illegalities = (format: Format, request: unknown, original?: unknown): string[] => {
  const messages = messagesOf(request)
  const before = original === undefined ? undefined : messagesOf(original)
  return [...refused(format, request, messages, before), ...(before ? changedThinking(messages, before) : [])]
}

const refused = (format: Format, request: unknown, messages: Native[], before: Native[] | undefined): string[] => {
  switch (format) {
    case 'openai-chat':
      return illegalInOpenAI(messages)
    case 'openai-responses':
      return illegalInResponses(messages, before)
    case 'anthropic':
      return illegalInAnthropic(request, messages)
    case 'gemini':
      return illegalInGemini(messages, before)
    case 'ai-sdk':
      return illegalInAiSdk(messages)
    case 'pi':
      return illegalInPi(messages)
    case 'langchain':
      return illegalInLangchain(messages)
    case 'plain':
      return illegalInPlain(messages)
  }
}

/** The list in a request, whatever its format calls it. */
export const messagesOf = (request: unknown): Native[] => {
  const body = request as Native | null
  const messages = Array.isArray(request) ? request : (body?.['messages'] ?? body?.['input'] ?? body?.['contents'])
  if (!Array.isArray(messages)) throw new TypeError('a request is an array of messages or a body with `messages`, `input` or `contents`')
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
const seals = (message: Native): { seal: string }[] =>
  [message, ...listOf(message['content']), ...listOf(message['parts'])].filter(isSealed).map((block) => ({ seal: JSON.stringify(block) }))

const isSealed = (block: Native): boolean => {
  switch (block['type']) {
    case 'thinking':
      return Boolean(block['signature'] ?? block['thinkingSignature'])
    case 'redacted_thinking':
      return true
    case 'reasoning':
      return block['encrypted_content'] !== undefined || block['providerOptions'] !== undefined
    default:
      return block['thought'] === true && block['thoughtSignature'] !== undefined
  }
}

const listOf = (value: unknown): Native[] => (Array.isArray(value) ? (value as Native[]) : [])
