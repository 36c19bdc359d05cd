/** The AI SDK: how each message reads, and what an edit leaves of it. */
import {
  convertToModelMessages,
  jsonSchema,
  tool,
  type AssistantModelMessage,
  type ModelMessage,
  type ToolModelMessage,
  type UIMessage,
} from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { aiSdk } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import { fit } from '../../src/index.js'
import type { Content, Draft, Json, Rewrite } from '../../src/types.js'
import { approvals, messages } from './ai-sdk.messages.js'
import { PNG } from './openai-chat.messages.js'

type Title = keyof typeof messages

const text = (value: string): Content => ({ kind: 'text', text: value })
const media = (mime: string, bytes: number, source: string, native: unknown): Content => ({ kind: 'media', mime, bytes, source, native })
const opaque = (native: unknown): Content => ({ kind: 'opaque', native })
const data = (value: Json): Content => ({ kind: 'data', value })
const thinking = (value: string, sealed: boolean): Content => ({ kind: 'thinking', text: value, sealed })
const call = (callId: string, tool: string, value: Json): Content => ({
  kind: 'call',
  callId,
  tool,
  args: { text: JSON.stringify(value), value },
})
const result = (callId: string, tool: string, body: Content[], error = false) => ({ kind: 'result', callId, tool, body, error }) as Content

const files = messages['user with media'].content
const ran = messages['what the provider ran'].content
const shots = messages['a result with an image'].content[0]?.output.value ?? []

test.each<[Title, Draft]>([
  ['system', { role: 'system', parts: [text('Be brief.')] }],
  ['user', { role: 'user', parts: [text('你好，世界 🚢')] }],
  [
    'user with media',
    {
      role: 'user',
      parts: [
        text('What is this?'),
        media('image/png', 8, `data:image/png;base64,${PNG}`, files[1]),
        media('image/*', 0, 'https://example.com/ship.jpg', files[2]),
        media('application/pdf', 4, 'JVBERg==', files[3]),
        media('audio/wav', 4, 'RIFF', files[4]),
        media('text/plain', 10, 'fair winds', files[5]),
      ],
    },
  ],
  ['answer', { role: 'assistant', parts: [text('A load line.')] }],
  [
    'reasoning and calls',
    {
      role: 'assistant',
      parts: [
        thinking('Both files.', true),
        thinking('Or one.', false),
        text('Reading both.'),
        call('call_1', 'read', { path: 'a.ts' }),
        call('call_2', 'read', { path: 'b.ts' }),
      ],
    },
  ],
  ['items of OpenAI', { role: 'assistant', parts: [thinking('', true), text('Said.')] }],
  ['what the provider ran', { role: 'assistant', parts: [opaque(ran[0]), opaque(ran[1]), text('A mark.'), opaque(ran[3])] }],
  [
    'results',
    {
      role: 'tool',
      parts: [
        result('call_1', 'read', [text('export {}')]),
        result('call_2', 'read', [text('no such file')], true),
        result('call_3', 'ls', [data({ files: ['a.ts'] })]),
        result('call_4', 'ls', [data({ code: 2 })], true),
        result('call_5', 'ls', [text('not today')], true),
      ],
    },
  ],
  [
    'a result with an image',
    {
      role: 'tool',
      parts: [
        result('call_6', 'look', [
          text('A screenshot:'),
          media('image/png', 8, PNG, shots[1]),
          media('image/png', 8, PNG, shots[2]),
          data(shots[3] as never),
        ]),
      ],
    },
  ],
])('reads %s', (title, draft) => {
  expect(aiSdk.read(messages[title])).toEqual(draft)
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
    'a call keeps its options',
    'reasoning and calls',
    [
      [0, null],
      [1, null],
      [2, null],
      [3, null],
    ],
    '{"role":"assistant","content":[{"type":"tool-call","toolCallId":"call_2","toolName":"read","input":{"path":"b.ts"},"providerOptions":{"google":{"thoughtSignature":"c2ln"}}}]}',
  ],
  [
    'reasoning that goes takes the ids of what it led to',
    'items of OpenAI',
    [[0, null]],
    '{"role":"assistant","content":[{"type":"text","text":"Said.","providerOptions":{"openai":{"phase":"final_answer"}}}]}',
  ],
  [
    'a new text is not the one that the provider remembers',
    'items of OpenAI',
    [[1, said('Hi')]],
    '{"role":"assistant","content":[{"type":"reasoning","text":"","providerOptions":{"openai":{"itemId":"rs_1","reasoningEncryptedContent":null}}},{"type":"text","text":"Hi","providerOptions":{"openai":{"phase":"final_answer"}}}]}',
  ],
  [
    'results are rewritten one by one, errors stay errors',
    'results',
    [
      [0, told({ kind: 'keep', index: 0 }, { kind: 'text', text: '…' })],
      [1, said('[elided]')],
      [2, told({ kind: 'data', value: { files: [] } })],
      [3, told({ kind: 'text', text: '[elided]' })],
      [4, told({ kind: 'text', text: '[elided]' })],
    ],
    '{"role":"tool","content":[{"type":"tool-result","toolCallId":"call_1","toolName":"read","output":{"type":"text","value":"export {}\\n…"}},{"type":"tool-result","toolCallId":"call_2","toolName":"read","output":{"type":"error-text","value":"[elided]"}},{"type":"tool-result","toolCallId":"call_3","toolName":"ls","output":{"type":"json","value":{"files":[]}}},{"type":"tool-result","toolCallId":"call_4","toolName":"ls","output":{"type":"error-text","value":"[elided]"}},{"type":"tool-result","toolCallId":"call_5","toolName":"ls","output":{"type":"execution-denied","reason":"[elided]"}}]}',
  ],
  [
    'content stays a list',
    'a result with an image',
    [[0, told({ kind: 'keep', index: 0 }, { kind: 'text', text: '[image]' })]],
    '{"role":"tool","content":[{"type":"tool-result","toolCallId":"call_6","toolName":"look","output":{"type":"content","value":[{"type":"text","text":"A screenshot:"},{"type":"text","text":"[image]"}]}}]}',
  ],
])('writes: %s', (_, title, changes, written) => {
  expect(JSON.stringify(aiSdk.write(messages[title], new Map(changes)))).toBe(written)
})

test.each<[string, Draft, ModelMessage]>([
  ['a user message', { role: 'user', parts: [text('Hi')] }, { role: 'user', content: 'Hi' }],
  [
    'a call',
    { role: 'assistant', parts: [call('a', 'ls', { p: 1 })] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { p: 1 } }] },
  ],
  [
    'results',
    { role: 'tool', parts: [result('a', 'ls', [text('x')]), result('b', 'ls', [text('y')], true)] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'ls', output: { type: 'text', value: 'x' } },
        { type: 'tool-result', toolCallId: 'b', toolName: 'ls', output: { type: 'error-text', value: 'y' } },
      ],
    },
  ],
])('makes %s', (_, draft, made) => {
  expect(aiSdk.make(draft)).toEqual(made)
  expect(aiSdk.read(made)).toEqual(draft)
})

const user: ModelMessage = { role: 'user', content: 'Remove it' }

test('an approval, the word on it and the result are one message, and lose nothing', () => {
  const [asked, word, outcome] = approvals.given as [AssistantModelMessage, ToolModelMessage, ToolModelMessage]
  const history = [user, asked, word, outcome, user]
  const [, unit] = aiSdk.open(history).messages
  expect(unit).toEqual(approvals.given)
  expect(aiSdk.open([...history]).messages[1]).toBe(unit)
  expect(aiSdk.read(unit)).toEqual({
    role: 'assistant',
    parts: [
      call('call_7', 'rm', { path: 'a.ts' }),
      opaque(asked.content[1]),
      opaque(word.content[0]),
      result('call_7', 'rm', [text('removed')]),
    ],
  })
  const written = aiSdk.write(unit, new Map([[3, said('…')]])) as ModelMessage[]
  expect(written).toEqual([asked, word, { role: 'tool', content: [{ ...outcome.content[0], output: { type: 'text', value: '…' } }] }])
  expect([written[0] === asked, written[1] === word]).toEqual([true, true])
  expect(fit(history, { window: 4000 }).request).toEqual(history)
})

test('a call that waits for the user’s word is not missing its result', () => {
  const history = [user, ...approvals.awaited]
  expect(fit(history, { window: 4000 }).plan.edits).toEqual([])
  const asked = [...history, { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ok_2', approved: true }] }]
  expect(fit(asked, { window: 4000 }).plan.edits).toEqual([])
})

test('what the SDK makes of a page’s messages reads as it should', async () => {
  const page: UIMessage[] = [
    {
      id: '1',
      role: 'user',
      parts: [
        { type: 'text', text: 'Hi' },
        { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${PNG}` },
      ],
    },
    {
      id: '2',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Look.', providerMetadata: { anthropic: { signature: 's' } } },
        { type: 'dynamic-tool', toolName: 'ls', toolCallId: 'a', state: 'output-available', input: { p: 1 }, output: 'x' },
        { type: 'dynamic-tool', toolName: 'ls', toolCallId: 'b', state: 'output-error', input: { p: 2 }, errorText: 'no' },
        { type: 'step-start' },
        { type: 'text', text: 'Done.' },
      ],
    },
  ]
  const history = await convertToModelMessages(page)
  expect(history.map((message) => aiSdk.read(message))).toEqual([
    { role: 'user', parts: [text('Hi'), expect.objectContaining({ kind: 'media', mime: 'image/png', bytes: 8 })] },
    { role: 'assistant', parts: [thinking('Look.', true), call('a', 'ls', { p: 1 }), call('b', 'ls', { p: 2 })] },
    { role: 'tool', parts: [result('a', 'ls', [text('x')]), result('b', 'ls', [text('no')], true)] },
    { role: 'assistant', parts: [text('Done.')] },
  ])
  expect(fit(history, { window: 4000 }).request).toEqual(history)
})

test('a call of generateText is opened', () => {
  const schema = { type: 'object', properties: { path: { type: 'string' } } } as const
  const tools = {
    read: tool({ description: 'Reads', inputSchema: jsonSchema(schema) }),
    // A validator that can tell its own schema, as Zod and others do.
    recall: { inputSchema: { '~standard': { version: 1, vendor: 'acme', jsonSchema: { input: () => schema } } } },
    broken: { inputSchema: { '~standard': { version: 1, vendor: 'acme', jsonSchema: { input: () => JSON.parse('{') as object } } } },
  }
  const model = new MockLanguageModelV4({ provider: 'anthropic.messages', modelId: 'claude-opus-5-5' })
  const body = { model, instructions: 'Be brief.', messages: [messages.user], tools, maxOutputTokens: 4000 }
  const opened = aiSdk.open(body)
  expect(opened).toMatchObject({
    messages: body.messages,
    provider: 'anthropic',
    model: 'claude-opus-5-5',
    system: 'Be brief.',
    tools: [{ name: 'read', description: 'Reads', parameters: schema }, { name: 'recall', parameters: schema }, { name: 'broken' }],
    toolNames: ['read', 'recall', 'broken'],
    maxOutput: 4000,
    heldByServer: false,
    boundThinking: true,
  })
  expect(opened.messages).toBe(body.messages)
  expect(aiSdk.open(body).tools).toBe(opened.tools)
})

test.each<[unknown, object]>([
  ['anthropic/claude-sonnet-4-5', { provider: 'anthropic', model: 'claude-sonnet-4-5', boundThinking: false }],
  ['openai/gpt-5.5', { provider: 'openai', model: 'gpt-5.5', boundThinking: false }],
  ['my-model', { provider: 'ai-sdk', model: 'my-model', boundThinking: false }],
  [undefined, { provider: 'ai-sdk', boundThinking: true }],
])('model %s', (model, expected) => {
  expect(aiSdk.open({ model, messages: [] })).toMatchObject(expected)
})

test.each([
  [{ openai: { previousResponseId: 'resp_1' } }, true],
  [{ anthropic: { contextManagement: { edits: [] } } }, true],
  [{ openai: { store: false } }, false],
])('with %j the server holds the history: %s', (providerOptions, held) => {
  expect(aiSdk.open({ messages: [], providerOptions }).heldByServer).toBe(held)
})

test.each<[unknown, string]>([
  [{ role: 'data' }, 'a message has the role "data", expected one of system, user, assistant, tool: {"role":"data"}'],
  [{ role: 'user', content: 7 }, 'the content of a message is a string or a list of parts; this is 7'],
])('%j is no message', (native, message) => {
  expect(() => aiSdk.read(native)).toThrow(new ShapeError(message))
})
