/** The adapters, by name, and which one a request calls for. */
import type { Adapter } from '../types.js'
import { anthropic } from './anthropic.js'
import { openaiChat } from './openai-chat.js'
import { plain } from './plain.js'

export { anthropic, openaiChat, plain }

export const adapters: Readonly<Record<string, Adapter>> = { 'openai-chat': openaiChat, anthropic, plain }

/** By the fields that only one format has; what has none of them is read as openai-chat. */
export const detect = (request: unknown): Adapter => [anthropic, plain].find((adapter) => adapter.detect(request)) ?? openaiChat
