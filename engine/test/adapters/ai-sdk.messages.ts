/** Messages as the AI SDK's own types allow them. */
import type { ModelMessage } from 'ai'
import { PNG } from './openai-chat.messages.js'

export const messages = {
  system: { role: 'system', content: 'Be brief.', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
  user: { role: 'user', content: '你好，世界 🚢' },
  'user with media': {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image', image: `data:image/png;base64,${PNG}` },
      { type: 'image', image: new URL('https://example.com/ship.jpg') },
      { type: 'file', data: 'JVBERg==', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file', data: Uint8Array.of(82, 73, 70, 70), mediaType: 'audio/wav' },
      { type: 'file', data: { type: 'text', text: 'fair winds' }, mediaType: 'text/plain' },
    ],
  },
  answer: { role: 'assistant', content: 'A load line.' },
  'reasoning and calls': {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Both files.', providerOptions: { anthropic: { signature: 'EqQBCkYIBxgC' } } },
      { type: 'reasoning', text: 'Or one.' },
      { type: 'text', text: 'Reading both.' },
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'read', input: { path: 'a.ts' } },
      {
        type: 'tool-call',
        toolCallId: 'call_2',
        toolName: 'read',
        input: { path: 'b.ts' },
        providerOptions: { google: { thoughtSignature: 'c2ln' } },
      },
    ],
  },
  'items of OpenAI': {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: '', providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: null } } },
      { type: 'text', text: 'Said.', providerOptions: { openai: { itemId: 'msg_1', phase: 'final_answer' } } },
    ],
  },
  'what the provider ran': {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'srv_1', toolName: 'web_search', input: { query: 'load line' }, providerExecuted: true },
      { type: 'tool-result', toolCallId: 'srv_1', toolName: 'web_search', output: { type: 'json', value: [{ title: 'Plimsoll' }] } },
      { type: 'text', text: 'A mark.' },
      { type: 'custom', kind: 'acme.note' },
    ],
  },
  results: {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'call_1', toolName: 'read', output: { type: 'text', value: 'export {}' } },
      { type: 'tool-result', toolCallId: 'call_2', toolName: 'read', output: { type: 'error-text', value: 'no such file' } },
      { type: 'tool-result', toolCallId: 'call_3', toolName: 'ls', output: { type: 'json', value: { files: ['a.ts'] } } },
      { type: 'tool-result', toolCallId: 'call_4', toolName: 'ls', output: { type: 'error-json', value: { code: 2 } } },
      { type: 'tool-result', toolCallId: 'call_5', toolName: 'ls', output: { type: 'execution-denied', reason: 'not today' } },
    ],
  },
  'a result with an image': {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_6',
        toolName: 'look',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'A screenshot:' },
            { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
            { type: 'image-data', data: PNG, mediaType: 'image/png' },
            { type: 'custom', providerOptions: { acme: { note: 1 } } },
          ],
        },
      },
    ],
  },
} satisfies Record<string, ModelMessage>

const asking = (toolCallId: string, approvalId: string) =>
  [
    { type: 'tool-call', toolCallId, toolName: 'rm', input: { path: 'a.ts' } },
    { type: 'tool-approval-request', approvalId, toolCallId },
  ] as const

/** Several messages that an adapter hands over as one. */
export const approvals = {
  given: [
    { role: 'assistant', content: [...asking('call_7', 'ok_1')] },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ok_1', approved: true }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'call_7', toolName: 'rm', output: { type: 'text', value: 'removed' } }] },
  ],
  awaited: [{ role: 'assistant', content: [{ type: 'text', text: 'May I?' }, ...asking('call_8', 'ok_2')] }],
} satisfies Record<string, ModelMessage[]>
