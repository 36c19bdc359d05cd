/** OpenAI's chat completions, and the many providers that speak it. */
import type { Adapter } from '../types.js'
import { chatBlocks } from './chat-blocks.js'
import { makeChat, readChat, writeChat } from './chat-messages.js'
import { isFields } from './fields.js'
import { openRequest, withMessages } from './request.js'

export const openaiChat: Adapter = {
  name: 'openai-chat',
  // DeepSeek and Kimi want `reasoning_content` back within a tool turn; OpenAI's own models send none.
  rules: { nonEmpty: ['user', 'assistant'], openThinking: true },
  detect: (request) =>
    Array.isArray(request) ? request.slice(0, 20).every(hasRole) : isFields(request) && Array.isArray(request.messages),
  open: (request) => ({ ...openRequest(request, 'openai'), heldByServer: false, boundThinking: false }),
  read: (native) => readChat(native, chatBlocks),
  write: (native, changes) => writeChat(native, changes, chatBlocks),
  make: (draft) => makeChat(draft, chatBlocks),
  finish: withMessages,
}

const hasRole = (message: unknown): boolean => isFields(message) && typeof message.role === 'string'
