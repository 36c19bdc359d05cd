/** Messages as OpenAI's own types allow them, and fields that its imitators add. */
import type OpenAI from 'openai'

type Message = OpenAI.Chat.ChatCompletionMessageParam

/** A PNG of eight bytes; long enough to be one, short enough to read. */
export const PNG = 'iVBORw0KGgo='

const byTheBook = {
  developer: { role: 'developer', content: 'Answer in French.' },
  'system in blocks': { role: 'system', content: [{ type: 'text', text: 'You are 小助手 🚢' }] },
  user: { role: 'user', content: '你好，世界', name: 'mei' },
  'user with image, audio and files': {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://example.com/ship.jpg' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' } },
      { type: 'file', file: { file_id: 'file-1' } },
    ],
  },
  'parallel calls': {
    role: 'assistant',
    content: 'Reading both.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } },
      { id: 'call_2', type: 'function', function: { name: 'read', arguments: '{"path":"b' } },
    ],
  },
  'a custom call': {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_3', type: 'custom', custom: { name: 'patch', input: '*** Begin Patch' } }],
  },
  refusal: { role: 'assistant', content: [{ type: 'refusal', refusal: 'I cannot help with that.' }] },
  'an answer by voice': { role: 'assistant', content: null, audio: { id: 'audio_1' } },
  'legacy call': { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{"city":"Oslo"}' } },
  'legacy result': { role: 'function', name: 'weather', content: '4 °C' },
  result: { role: 'tool', tool_call_id: 'call_1', content: 'export {}' },
  'result in blocks': {
    role: 'tool',
    tool_call_id: 'call_2',
    content: [
      { type: 'text', text: 'first' },
      { type: 'text', text: 'second' },
    ],
  },
} satisfies Record<string, Message>

const extended = {
  thinking: {
    role: 'assistant',
    reasoning_content: 'They want a file.',
    content: 'One moment.',
    tool_calls: [
      {
        id: 'call_4',
        type: 'function',
        function: { name: 'ls', arguments: '{}' },
        extra_content: { google: { thought_signature: 'c2ln' } },
      },
    ],
    usage: { prompt_tokens: 12 },
    timestamp: 1763681581544,
  },
  'reasoning of OpenRouter': {
    role: 'assistant',
    content: 'Done ✅',
    reasoning: 'Short.',
    reasoning_details: [{ type: 'reasoning.encrypted', data: 'b64==' }],
  },
  'failed result': {
    role: 'tool',
    tool_call_id: 'call_4',
    name: 'ls',
    content: 'no such directory',
    is_error: true,
    timestamp: 1763681581999,
  },
  'result with an image': {
    role: 'tool',
    tool_call_id: 'call_5',
    content: [
      { type: 'text', text: 'A screenshot:' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
      { type: 'future', payload: [1, null] },
    ],
  },
}

export const messages = { ...byTheBook, ...extended }
