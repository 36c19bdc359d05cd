/** Plain messages: our own parts, OpenAI's fields, and what chat apps store. */
import type { Content } from '../../src/types.js'
import { PNG } from './openai-chat.messages.js'

const image: Content = { kind: 'media', mime: 'image/png', bytes: 8, source: `data:image/png;base64,${PNG}`, native: null }

const failure = { toolCallId: 'call_2', success: false, error: 'timeout' }
const painting = { toolCallId: 'call_1', success: true, output: 'painted', metadata: { imageBase64: PNG, imagePath: '/tmp/a.png' } }

export const messages = {
  user: { id: 'm1', role: 'user', content: '你好 🚢', timestamp: 1763681581544 },
  'our own parts': {
    role: 'assistant',
    content: [
      { kind: 'thinking', text: 'Hm.', sealed: true },
      { kind: 'text', text: 'See:', note: 'kept' },
      image,
      { kind: 'data', value: { rows: [1, 2] } },
      { kind: 'call', callId: 'call_0', tool: 'ls', args: { text: '{}', value: {} } },
      { kind: 'opaque', native: { type: 'future' } },
    ],
    generating: false,
  },
  'a result among parts': {
    role: 'tool',
    content: [{ kind: 'result', callId: 'call_0', tool: 'ls', body: [{ kind: 'text', text: 'a.ts' }, image], error: false, at: 7 }],
  },
  'result by id': { role: 'tool', tool_call_id: 'call_9', content: [{ kind: 'text', text: 'one' }, image], messageStatus: 'error' },
  'calls in the manner of OpenAI': {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'call_9', type: 'function', function: { name: 'ls', arguments: '{"all":true}' } }],
  },
  'tool results, twice': {
    id: 'm7',
    role: 'tool',
    content: JSON.stringify([painting, failure]),
    timestamp: 1763681581544,
    toolResults: [painting, failure],
  },
  'content parts': {
    role: 'assistant',
    content: 'Looking.\nDone.',
    contentParts: [
      { type: 'reasoning', text: 'Look first.', duration: 3 },
      { type: 'text', text: 'Looking.' },
      { type: 'tool-call', state: 'result', toolCallId: 'call_1', toolName: 'ls', args: { all: true }, result: { files: ['a.ts'] } },
      { type: 'tool-call', state: 'error', toolCallId: 'call_2', toolName: 'cat', args: { path: 'b' }, result: 'no such file' },
      { type: 'image', storageKey: 'picture:1' },
      { type: 'text', text: 'Done.' },
      { type: 'tool-call', state: 'call', toolCallId: 'call_3', toolName: 'ls', args: {} },
      { type: 'info', text: 'interrupted' },
    ],
    isSummary: false,
  },
}
