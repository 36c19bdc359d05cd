/** The adapters, by name, and which one a request calls for. */
import type { Adapter } from '../types.js'
import { aiSdk } from './ai-sdk.js'
import { anthropic } from './anthropic.js'
import { gemini } from './gemini.js'
import { langchain } from './langchain.js'
import { openaiChat } from './openai-chat.js'
import { openaiResponses } from './openai-responses.js'
import { pi } from './pi.js'
import { plain } from './plain.js'

export { aiSdk, anthropic, gemini, langchain, openaiChat, openaiResponses, pi, plain }

export const adapters: Readonly<Record<string, Adapter>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
  'ai-sdk': aiSdk,
  pi,
  langchain,
  plain,
}

/** In this order: a system prompt beside the messages says anthropic, unless the messages say something else. */
const told = [langchain, openaiResponses, gemini, pi, aiSdk, anthropic, plain]

/** By the fields that only one format has; what has none of them is read as openai-chat. */
export const detect = (request: unknown): Adapter => told.find((adapter) => adapter.detect(request)) ?? openaiChat
