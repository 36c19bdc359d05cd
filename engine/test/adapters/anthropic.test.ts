/** Anthropic: how each message reads, and what an edit leaves of it. */
import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { anthropic } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import type { Content, Draft, Json, Rewrite } from '../../src/types.js'
import { messages } from './anthropic.messages.js'
import { PNG } from './openai-chat.messages.js'

type Title = keyof typeof messages

const text = (value: string): Content => ({ kind: 'text', text: value })
const media = (mime: string, bytes: number, source: string, native: unknown): Content => ({ kind: 'media', mime, bytes, source, native })
const opaque = (native: unknown): Content => ({ kind: 'opaque', native })
const call = (callId: string, value: Json): Content => ({
  kind: 'call',
  callId,
  tool: 'read',
  args: { text: JSON.stringify(value), value },
})
const result = (callId: string, body: Content[], error = false) => ({ kind: 'result', callId, tool: '', body, error }) as Content

const files = messages['user with image and documents'].content
const [{ content: shot }] = messages['results and words'].content as [Anthropic.ToolResultBlockParam]
const search = messages['server tools'].content
const mcp = messages['compaction and MCP'].content

test.each<[Title, Draft]>([
  ['user', { role: 'user', parts: [text('你好，世界 🚢')] }],
  [
    'user with image and documents',
    {
      role: 'user',
      parts: [
        media('image/png', 8, PNG, files[0]),
        media('image/*', 0, 'https://example.com/ship.jpg', files[1]),
        media('application/pdf', 4, 'JVBERg==', files[2]),
        media('text/plain', 10, 'fair winds', files[3]),
        media('text/plain', 11, '"calm seas"', files[4]),
        media('application/pdf', 0, 'file_1', files[5]),
        text('Compare them.'),
      ],
    },
  ],
  [
    'thinking and parallel calls',
    {
      role: 'assistant',
      parts: [
        { kind: 'thinking', text: 'Both files.', sealed: true },
        { kind: 'thinking', text: '', sealed: true },
        text('Reading both.'),
        call('toolu_1', { path: 'a.ts' }),
        call('toolu_2', { path: 'b.ts' }),
      ],
    },
  ],
  [
    'results',
    {
      role: 'tool',
      parts: [result('toolu_1', [text('export {}')]), result('toolu_2', [text('no such file')], true), result('toolu_3', [])],
    },
  ],
  [
    'results and words',
    {
      role: 'user',
      parts: [
        result('toolu_4', [
          text('A screenshot:'),
          media('image/png', 8, PNG, shot?.[1]),
          { kind: 'data', value: shot?.[2] as unknown as Json },
        ]),
        text('Stop there.'),
      ],
    },
  ],
  ['server tools', { role: 'assistant', parts: [opaque(search[0]), opaque(search[1]), text('It is a mark.')] }],
  ['system amid the conversation', { role: 'system', parts: [text('Be brief.')] }],
  ['compaction and MCP', { role: 'assistant', parts: [opaque(mcp[0]), opaque(mcp[1]), opaque(mcp[2]), text('Found it.')] }],
  [
    'fields of a transcript',
    {
      role: 'assistant',
      parts: [{ kind: 'thinking', text: 'cut off', sealed: false }, text('Yes.')],
      id: 'msg_1',
      at: 1763681581544,
      pinned: true,
    },
  ],
])('reads %s', (title, draft) => {
  expect(anthropic.read(messages[title])).toEqual(draft)
})

const said = (value: string): Rewrite => ({ kind: 'text', text: value })
const told = (...body: Extract<Rewrite, { kind: 'result' }>['body']): Rewrite => ({
  kind: 'result',
  callId: '',
  tool: '',
  body,
  error: false,
})

test.each<[what: string, Title, [number, Rewrite | null][], written: string]>([
  ['text stays a string', 'user', [[0, said('Hi')]], '{"role":"user","content":"Hi"}'],
  [
    'a text keeps its cache marker, an image leaves its place to a text',
    'user with image and documents',
    [
      [0, said('[image]')],
      [1, null],
      [2, null],
      [3, null],
      [4, null],
      [5, null],
      [6, said('Hi')],
    ],
    '{"role":"user","content":[{"type":"text","text":"[image]"},{"type":"text","text":"Hi","cache_control":{"type":"ephemeral"}}]}',
  ],
  [
    'citations go with the text they quote',
    'server tools',
    [
      [0, null],
      [1, null],
      [2, said('Hi')],
    ],
    '{"role":"assistant","content":[{"type":"text","text":"Hi"}]}',
  ],
  [
    'thinking goes, a call has new input',
    'thinking and parallel calls',
    [
      [0, null],
      [1, null],
      [2, null],
      [3, null],
      [4, call('toolu_2', { path: '…' }) as Rewrite],
    ],
    '{"role":"assistant","content":[{"type":"tool_use","id":"toolu_2","name":"read","input":{"path":"…"},"cache_control":{"type":"ephemeral","ttl":"1h"}}]}',
  ],
  [
    'results are rewritten one by one, an error stays an error',
    'results',
    [
      [0, told({ kind: 'keep', index: 0 }, { kind: 'text', text: '…' })],
      [1, said('[elided]')],
      [2, null],
    ],
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"export {}\\n…"},{"type":"tool_result","tool_use_id":"toolu_2","content":"[elided]","is_error":true}]}',
  ],
  [
    'blocks of a result stay blocks, those we do not know too',
    'results and words',
    [
      [
        0,
        told(
          { kind: 'text', text: '[image]' },
          { kind: 'data', value: { type: 'search_result', title: 'P' } },
          { kind: 'data', value: [1] },
        ),
      ],
    ],
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_4","content":[{"type":"text","text":"[image]"},{"type":"search_result","title":"P"},{"type":"text","text":"[1]"}],"cache_control":{"type":"ephemeral"}},{"type":"text","text":"Stop there."}]}',
  ],
])('writes: %s', (_, title, changes, written) => {
  expect(JSON.stringify(anthropic.write(messages[title], new Map(changes)))).toBe(written)
})

test.each<[string, Draft, Anthropic.MessageParam]>([
  ['a user message', { role: 'user', parts: [text('Hi')] }, { role: 'user', content: 'Hi' }],
  [
    'a call',
    { role: 'assistant', parts: [call('a', { p: 1 })] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: { p: 1 } }] },
  ],
  [
    'an aborted call',
    { role: 'assistant', parts: [{ kind: 'call', callId: 'a', tool: 'read', args: { text: '{"p' } }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: { text: '{"p' } }] },
  ],
  [
    'results',
    { role: 'tool', parts: [result('a', [text('x')]), result('b', [], true)] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'x' },
        { type: 'tool_result', tool_use_id: 'b', content: '', is_error: true },
      ],
    },
  ],
])('makes %s', (_, draft, message) => {
  expect(anthropic.make(draft)).toEqual(message)
})

const body = {
  model: 'claude-opus-4-5',
  max_tokens: 8000,
  system: [{ type: 'text', text: 'You are a helper.' }],
  messages: [messages.user],
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
} satisfies Anthropic.MessageCreateParams

test('a body is opened without a copy', () => {
  const opened = anthropic.open(body)
  expect(opened).toEqual({
    messages: body.messages,
    provider: 'anthropic',
    model: 'claude-opus-4-5',
    system: body.system,
    tools: body.tools,
    toolNames: ['read'],
    maxOutput: 8000,
    heldByServer: false,
    boundThinking: false,
  })
  expect(opened.messages).toBe(body.messages)
})

test.each([
  ['claude-3-5-sonnet-20241022', false],
  ['claude-sonnet-4-20250514', false],
  ['claude-opus-4-5', false],
  ['claude-haiku-4-5', false],
  ['anthropic/claude-opus-4.8', false],
  ['us.anthropic.claude-sonnet-4-20250514-v1:0', false],
  ['claude-opus-5-5', true],
  ['claude-fable-5-1', true],
  ['some-model', true],
  [undefined, true],
])('thinking of %s is bound to what stands before it: %s', (model, bound) => {
  expect(anthropic.open({ model, messages: [] }).boundThinking).toBe(bound)
})

test.each([
  [{ thread: { type: 'continue', previous_message_id: 'msg_1' } }, true],
  [{ context_management: { edits: [] } }, true],
  [{ compaction: { type: 'summarize' } }, true],
  [{ compaction: null }, false],
])('with %j the server holds the history: %s', (fields, held) => {
  expect(anthropic.open({ ...body, ...fields }).heldByServer).toBe(held)
})

test.each<[unknown, string]>([
  [{ content: 'Hi' }, 'a message has no role: {"content":"Hi"}'],
  [{ role: 'tool' }, 'a message has the role "tool", expected one of user, assistant, system: {"role":"tool"}'],
  [{ role: 'user', content: {} }, 'the content of a message is a string or a list of blocks; this is {}'],
])('%j is no message', (native, message) => {
  expect(() => anthropic.read(native)).toThrow(new ShapeError(message))
})

test('a result cannot keep what is not there', () => {
  expect(() => anthropic.write(messages['results and words'], new Map([[0, told({ kind: 'keep', index: 3 })]]))).toThrow(
    new ShapeError('a rewritten result keeps body 3, the original has 3'),
  )
})
