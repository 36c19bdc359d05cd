/** Messages made by LangChain's own classes. */
import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages'
import { PNG } from './openai-chat.messages.js'

const call = (id: string, path: string) => ({ type: 'tool_call' as const, id, name: 'read', args: { path } })
const raw = (id: string, path: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'read', arguments: JSON.stringify({ path }) },
})

export const messages = {
  system: new SystemMessage('Be brief.'),
  user: new HumanMessage({ content: '你好，世界 🚢', id: 'h1', name: 'mei' }),
  'user with media': new HumanMessage({
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
      { type: 'image', mimeType: 'image/png', data: PNG },
      { type: 'file', source_type: 'url', mime_type: 'application/pdf', url: 'https://example.com/a.pdf' },
    ],
  }),
  'a time and a pin': new HumanMessage({ content: 'Hi', additional_kwargs: { timestamp: 1763681581544, pinned: true } }),
  answer: new AIMessage('A load line.'),
  'calls of OpenAI': new AIMessage({
    content: 'Reading both.',
    tool_calls: [call('call_1', 'a.ts'), call('call_2', 'b.ts')],
    invalid_tool_calls: [{ type: 'invalid_tool_call', id: 'call_3', name: 'read', args: '{"path', error: 'cut off' }],
    additional_kwargs: { tool_calls: [raw('call_1', 'a.ts'), raw('call_2', 'b.ts')] },
    response_metadata: { model_name: 'gpt-5.5', output: [{ type: 'message' }] },
  }),
  'calls of Anthropic': new AIMessage({
    content: [
      { type: 'thinking', thinking: 'Both files.', signature: 'EqQBCkYIBxgC' },
      { type: 'redacted_thinking', data: 'EmwKAhgBEgy' },
      { type: 'text', text: 'Reading both.', citations: [] },
      { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.ts' } },
      { type: 'tool_use', id: 'toolu_2', name: 'read', input: { path: 'b.ts' } },
    ],
    tool_calls: [call('toolu_1', 'a.ts'), call('toolu_2', 'b.ts')],
  }),
  'content of version 1': new AIMessage({
    contentBlocks: [
      { type: 'reasoning', reasoning: 'One file.' },
      { type: 'text', text: 'Reading.' },
      { type: 'tool_call', id: 'call_4', name: 'read', args: { path: 'a.ts' } },
    ],
  }),
  'a streamed answer': new AIMessageChunk({ content: 'Done.' }),
  result: new ToolMessage({ content: 'export {}', tool_call_id: 'call_1', name: 'read', artifact: { bytes: 9 } }),
  'a failed result in blocks': new ToolMessage({
    content: [
      { type: 'text', text: 'no such file' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
      { type: 'future', payload: [1, null] },
    ],
    tool_call_id: 'call_2',
    status: 'error',
  }),
  'a role of its own': new ChatMessage('Hi there.', 'assistant'),
} satisfies Record<string, BaseMessage>
