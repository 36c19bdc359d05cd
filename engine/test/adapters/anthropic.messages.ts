/** Messages as Anthropic's own types allow them. */
import type Anthropic from '@anthropic-ai/sdk'
import { PNG } from './openai-chat.messages.js'

const released = {
  user: { role: 'user', content: '你好，世界 🚢' },
  'user with image and documents': {
    role: 'user',
    content: [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/ship.jpg' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' }, title: 'Log' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'fair winds' } },
      { type: 'document', source: { type: 'content', content: 'calm seas' } },
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
      { type: 'text', text: 'Compare them.', cache_control: { type: 'ephemeral' } },
    ],
  },
  'thinking and parallel calls': {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Both files.', signature: 'EqQBCkYIBxgC' },
      { type: 'redacted_thinking', data: 'EmwKAhgBEgy' },
      { type: 'text', text: 'Reading both.' },
      { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.ts' } },
      { type: 'tool_use', id: 'toolu_2', name: 'read', input: { path: 'b.ts' }, cache_control: { type: 'ephemeral', ttl: '1h' } },
    ],
  },
  results: {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_1', content: 'export {}' },
      { type: 'tool_result', tool_use_id: 'toolu_2', content: 'no such file', is_error: true },
      { type: 'tool_result', tool_use_id: 'toolu_3' },
    ],
  },
  'results and words': {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_4',
        content: [
          { type: 'text', text: 'A screenshot:' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
          { type: 'search_result', source: 'https://example.com', title: 'Plimsoll', content: [{ type: 'text', text: 'a mark' }] },
        ],
        cache_control: { type: 'ephemeral' },
      },
      { type: 'text', text: 'Stop there.' },
    ],
  },
  'server tools': {
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'load line' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [{ type: 'web_search_result', url: 'https://example.com', title: 'Plimsoll', encrypted_content: 'EqgfCio' }],
      },
      {
        type: 'text',
        text: 'It is a mark.',
        citations: [
          {
            type: 'web_search_result_location',
            cited_text: 'a mark',
            encrypted_index: 'Eo8B',
            title: 'Plimsoll',
            url: 'https://example.com',
          },
        ],
      },
    ],
  },
  'system amid the conversation': { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
} satisfies Record<string, Anthropic.MessageParam>

const beta = {
  'compaction and MCP': {
    role: 'assistant',
    content: [
      { type: 'compaction', content: 'So far: nothing.' },
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'find', server_name: 'docs', input: {} },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'found', is_error: false },
      { type: 'text', text: 'Found it.' },
    ],
  },
} satisfies Record<string, Anthropic.Beta.BetaMessageParam>

const extended = {
  'fields of a transcript': {
    id: 'msg_1',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'cut off', signature: '' },
      { type: 'text', text: 'Yes.' },
    ],
    timestamp: 1763681581544,
    pinned: true,
  },
}

export const messages = { ...released, ...beta, ...extended }
