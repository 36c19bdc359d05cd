/** Messages as pi's own types allow them. */
import type { AgentMessage } from '@earendil-works/pi-agent-core'
import type { AssistantMessage } from '@earendil-works/pi-ai'
import { PNG } from './openai-chat.messages.js'

const timestamp = 1763681581544

export const answered: Omit<AssistantMessage, 'content'> = {
  role: 'assistant',
  api: 'anthropic-messages',
  provider: 'anthropic',
  model: 'claude-opus-5-5',
  usage: {
    input: 100,
    output: 20,
    cacheRead: 0,
    cacheWrite: 50,
    totalTokens: 170,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: 'toolUse',
  timestamp,
}

export const messages = {
  system: { role: 'system', content: 'Be brief.', timestamp },
  'system with tools': {
    role: 'system',
    content: [{ type: 'text', text: 'Be brief.' }],
    sections: { style: '<style>plain</style>' },
    toolsAdded: [{ name: 'recall', description: 'Brings back', parameters: { type: 'object' } as never }],
    timestamp,
  },
  user: { role: 'user', content: '你好，世界 🚢', timestamp },
  'user with an image': {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
    ],
    timestamp,
  },
  'thinking and calls': {
    ...answered,
    content: [
      { type: 'thinking', thinking: 'Both files.', thinkingSignature: 'EqQBCkYIBxgC' },
      { type: 'thinking', thinking: '', thinkingSignature: 'EmwKAhgBEgy', redacted: true },
      { type: 'thinking', thinking: 'Or one.' },
      { type: 'text', text: 'Reading both.', textSignature: 'msg_1' },
      { type: 'toolCall', id: 'call_1', name: 'read', arguments: { path: 'a.ts' } },
      { type: 'toolCall', id: 'call_2', name: 'read', arguments: { path: 'b.ts' }, thoughtSignature: 'c2ln' },
    ],
  },
  result: {
    role: 'toolResult',
    toolCallId: 'call_1',
    toolName: 'read',
    content: [{ type: 'text', text: 'export {}' }],
    details: { bytes: 9 },
    isError: false,
    timestamp,
  },
  'a failed result with an image': {
    role: 'toolResult',
    toolCallId: 'call_2',
    toolName: 'read',
    content: [
      { type: 'text', text: 'no such file' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
    ],
    isError: true,
    timestamp,
  },
  'what the user ran': { role: 'bashExecution', command: 'ls', output: 'a.ts', exitCode: 0, cancelled: false, truncated: false, timestamp },
  'a note of an extension': { role: 'custom', customType: 'note', content: 'Remember the milk.', display: true, timestamp },
} satisfies Record<string, AgentMessage>
