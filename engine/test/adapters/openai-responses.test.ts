/** OpenAI's Responses: how items read, which stand together, and what an edit leaves of them. */
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openaiResponses } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import { fit } from '../../src/index.js'
import type { Content, Draft, Json, Rewrite } from '../../src/types.js'
import { PNG } from './openai-chat.messages.js'
import { messages } from './openai-responses.messages.js'

type Fields = { [field: string]: Json }
type Title = keyof typeof messages
type Item = OpenAI.Responses.ResponseInputItem

const text = (value: string): Content => ({ kind: 'text', text: value })
const media = (mime: string, bytes: number, source: string, native: unknown): Content => ({ kind: 'media', mime, bytes, source, native })
const opaque = (native: unknown): Content => ({ kind: 'opaque', native })
const call = (callId: string, tool: string, args: string, value?: Json): Content => ({
  kind: 'call',
  callId,
  tool,
  args: value === undefined ? { text: args } : { text: args, value },
})
const result = (callId: string, body: Content[], error = false) => ({ kind: 'result', callId, tool: '', body, error }) as Content
const thinking = (value: string, sealed: boolean): Content => ({ kind: 'thinking', text: value, sealed })
const without = (item: object) => Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'id'))

const url = `data:image/png;base64,${PNG}`
const files = messages['user with images and files'].content
type Three = [Fields, Fields, Fields]
const [, screen, shot] = messages['a computer and what it showed'] as unknown as Three
const [shell, commands, patch] = messages['calls of built-in tools'] as unknown as Three

test.each<[Title, Draft]>([
  ['user', { role: 'user', parts: [text('你好，世界 🚢')] }],
  ['developer', { role: 'system', parts: [text('Answer in French.')] }],
  [
    'user with images and files',
    {
      role: 'user',
      parts: [
        text('What is this?'),
        media('image/png', 8, url, files[1]),
        media('image/*', 0, 'file-1', files[2]),
        media('application/pdf', 4, 'data:application/pdf;base64,JVBERg==', files[3]),
        media('application/octet-stream', 0, 'https://example.com/a.pdf', files[4]),
      ],
    },
  ],
  ['answer', { role: 'assistant', id: 'msg_1', parts: [text('A mark, see [1].'), opaque(messages.answer.content[1])] }],
  [
    'reasoning and calls',
    {
      role: 'assistant',
      id: 'rs_1',
      parts: [
        thinking('Both files.', true),
        call('call_1', 'read', '{"path":"a.ts"}', { path: 'a.ts' }),
        call('call_2', 'read', '{"path":"b'),
      ],
    },
  ],
  ['reasoning in the open', { role: 'assistant', id: 'rs_2', parts: [thinking('Say it.', false), text('Said.')] }],
  ['a custom call', { role: 'assistant', parts: [call('call_3', 'patch', '*** Begin Patch')] }],
  [
    'calls of built-in tools',
    {
      role: 'assistant',
      id: 'lsh_1',
      parts: [
        call('call_4', 'local_shell', JSON.stringify(shell['action']), shell['action']),
        call('call_5', 'shell', JSON.stringify(commands['action']), commands['action']),
        call('call_6', 'apply_patch', JSON.stringify(patch['operation']), patch['operation']),
      ],
    },
  ],
  ['output', { role: 'tool', parts: [result('call_1', [text('export {}')])] }],
  [
    'output in parts',
    {
      role: 'tool',
      id: 'fco_2',
      parts: [result('call_2', [text('A screenshot:'), media('image/png', 8, url, messages['output in parts'].output[1])])],
    },
  ],
  ['output of a custom tool', { role: 'tool', parts: [result('call_3', [text('Done!')])] }],
  [
    'output of a shell',
    {
      role: 'tool',
      parts: [result('call_5', [text('a.ts'), { kind: 'data', value: messages['output of a shell'].output[1] as never }], true)],
    },
  ],
  ['a failed patch', { role: 'tool', parts: [result('call_6', [text('no such file')], true)] }],
  ['a search', { role: 'assistant', id: 'ws_1', parts: [opaque(without(messages['a search']))] }],
  [
    'a computer and what it showed',
    { role: 'assistant', id: 'rs_3', parts: [thinking('', false), opaque(without(screen)), media('image/png', 8, url, shot)] },
  ],
  ['a picture it made', { role: 'assistant', id: 'ig_1', parts: [media('image/png', 8, PNG, messages['a picture it made'])] }],
  [
    'a failed output with a time',
    { role: 'tool', at: 1763681581999, pinned: true, parts: [result('call_8', [text('no such directory')], true)] },
  ],
])('reads %s', (title, draft) => {
  expect(openaiResponses.read(messages[title])).toEqual(draft)
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
    'annotations go with the text they speak of',
    'answer',
    [
      [0, said('Hi')],
      [1, null],
    ],
    '{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[]}]}',
  ],
  [
    'reasoning that goes takes the ids of what it led to',
    'reasoning and calls',
    [
      [0, null],
      [2, null],
    ],
    '[{"type":"function_call","call_id":"call_1","name":"read","arguments":"{\\"path\\":\\"a.ts\\"}","status":"completed"}]',
  ],
  [
    'reasoning in the open can be rewritten',
    'reasoning in the open',
    [[0, { kind: 'thinking', text: '…', sealed: false }]],
    '[{"type":"reasoning","id":"rs_2","summary":[],"content":[{"type":"reasoning_text","text":"…"}]},{"type":"message","id":"msg_2","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Said.","annotations":[]}]}]',
  ],
  ['an output', 'output', [[0, told(said('…') as never)]], '{"type":"function_call_output","call_id":"call_1","output":"…"}'],
  [
    'an output in parts stays in parts',
    'output in parts',
    [[0, told({ kind: 'keep', index: 1 }, { kind: 'text', text: '…' })]],
    `{"type":"function_call_output","id":"fco_2","call_id":"call_2","output":[{"type":"input_image","image_url":"${url}"},{"type":"input_text","text":"…"}]}`,
  ],
  [
    'what a shell printed stays in its pieces, and failed',
    'output of a shell',
    [[0, told({ kind: 'text', text: '…' })]],
    '{"type":"shell_call_output","call_id":"call_5","output":[{"stdout":"…","stderr":"","outcome":{"type":"exit","exit_code":1}}]}',
  ],
  [
    'an output of the future stays one',
    'an output of the future',
    [[0, told({ kind: 'data', value: { type: 'output_of_the_future', payload: [] } })]],
    '{"type":"function_call_output","call_id":"call_9","output":[{"type":"output_of_the_future","payload":[]}]}',
  ],
])('writes: %s', (_, title, changes, written) => {
  expect(JSON.stringify(openaiResponses.write(messages[title], new Map(changes)))).toBe(written)
})

test('a screenshot that goes leaves a picture of nothing', () => {
  const written = openaiResponses.write(messages['a computer and what it showed'], new Map([[2, said('[image]')]])) as Fields[]
  expect(written[2]).toEqual({
    ...shot,
    output: { type: 'computer_screenshot', image_url: expect.stringMatching(/^data:image\/png;base64,/) },
  })
})

test.each<[string, Draft, unknown]>([
  ['a user message', { role: 'user', parts: [text('Hi')] }, { type: 'message', role: 'user', content: 'Hi' }],
  [
    'words and a call',
    { role: 'assistant', parts: [text('One moment.'), call('a', 'ls', '{}', {})] },
    [
      { type: 'message', role: 'assistant', content: 'One moment.' },
      { type: 'function_call', call_id: 'a', name: 'ls', arguments: '{}' },
    ],
  ],
  ['an output', { role: 'tool', parts: [result('a', [text('x')])] }, { type: 'function_call_output', call_id: 'a', output: 'x' }],
])('makes %s', (_, draft, made) => {
  expect(openaiResponses.make(draft)).toEqual(made)
})

const rs = (id: string): Item => ({ type: 'reasoning', id, summary: [], encrypted_content: 'x' })
const fc = (call_id: string): Item => ({ type: 'function_call', call_id, name: 'ls', arguments: '{}' })
const out = (call_id: string): Item => ({ type: 'function_call_output', call_id, output: 'x' })
const user: Item = { role: 'user', content: 'Hi' }
const msg = (content: string): Item => ({ role: 'assistant', content })
const shotOf = (call_id: string): Item => ({ type: 'computer_call_output', call_id, output: { type: 'computer_screenshot' } })
const look = (call_id: string): Item => ({
  type: 'computer_call',
  id: call_id,
  call_id,
  pending_safety_checks: [],
  status: 'completed',
})

test.each<[what: string, items: Item[], sizes: number[]]>([
  ['reasoning and its answer', [user, rs('1'), msg('a'), user], [1, 2, 1]],
  ['reasoning and its call, what is said between them too', [user, rs('1'), msg('a'), fc('1'), out('1')], [1, 2, 1, 1]],
  ['calls side by side', [user, rs('1'), fc('1'), fc('2'), out('1'), out('2'), rs('2'), msg('a')], [1, 3, 1, 1, 2]],
  ['calls with reasoning between them', [user, rs('1'), fc('1'), rs('2'), fc('2'), out('2'), out('1')], [1, 4, 1, 1]],
  ['words between a call and its output', [user, fc('1'), msg('a'), out('1')], [1, 2, 1]],
  ['a call that was never answered stands alone', [user, rs('1'), fc('1'), rs('2'), fc('2'), out('2')], [1, 2, 2, 1]],
  ['an id used again is another call', [user, fc('1'), msg('a'), fc('1'), out('1')], [1, 1, 1, 1, 1]],
  ['one answer after another', [user, msg('a'), msg('b'), fc('1'), out('1')], [1, 1, 1, 1, 1]],
  ['reasoning of which nothing came', [user, rs('1'), rs('2'), user], [1, 2, 1]],
  ['a screen and what it showed', [user, rs('1'), look('1'), shotOf('1'), rs('2'), look('2'), shotOf('2')], [1, 3, 3]],
])('stand together: %s', (_, items, sizes) => {
  const units = openaiResponses.open(items).messages
  expect(units.map((unit) => (Array.isArray(unit) ? unit.length : 1))).toEqual(sizes)
  expect(units.flat()).toEqual(items)
  openaiResponses.open([...items]).messages.forEach((unit, i) => expect(unit).toBe(units[i]))
})

const body = {
  model: 'gpt-5.5',
  instructions: 'You are a helper.',
  input: [messages.user] as Item[],
  tools: [{ type: 'function', name: 'read', parameters: {}, strict: null }],
  max_output_tokens: 4000,
  store: false,
} satisfies OpenAI.Responses.ResponseCreateParams

test('a body is opened', () => {
  expect(openaiResponses.open(body)).toEqual({
    messages: body.input,
    provider: 'openai',
    model: 'gpt-5.5',
    system: 'You are a helper.',
    tools: body.tools,
    toolNames: ['read'],
    maxOutput: 4000,
    heldByServer: false,
    boundThinking: false,
  })
})

test.each<[object, boolean]>([
  [{ previous_response_id: 'resp_1' }, true],
  [{ conversation: 'conv_1' }, true],
  [{ conversation: { id: 'conv_1' } }, true],
  [{ context_management: [{ type: 'compaction', compact_threshold: 9000 }] }, true],
  [{ input: [{ type: 'item_reference', id: 'rs_1' }] }, true],
  [{ input: [{ type: 'compaction', encrypted_content: 'x' }] }, true],
  [{ previous_response_id: null, conversation: null, context_management: [] }, false],
])('with %j the server holds the history: %s', (fields, held) => {
  expect(openaiResponses.open({ ...body, ...fields }).heldByServer).toBe(held)
})

test('a string comes back as it was, and as an item where something stands beside it', () => {
  const request = { model: 'gpt-5.5', input: 'Hi' } satisfies OpenAI.Responses.ResponseCreateParams
  expect(openaiResponses.open(request).messages).toEqual(['Hi'])
  expect(openaiResponses.read('Hi')).toEqual({ role: 'user', parts: [text('Hi')] })
  expect(fit(request, { window: 4000 }).request).toEqual(request)
  expect(openaiResponses.finish(request, [messages.user, 'Hi'])).toEqual({
    model: 'gpt-5.5',
    input: [messages.user, { type: 'message', role: 'user', content: 'Hi' }],
  })
})

test('reasoning that led to a call without a result does not stay behind', () => {
  const unit = [rs('1'), fc('1'), rs('2'), fc('2')]
  expect(openaiResponses.write(unit, new Map([[3, null]]))).toEqual([rs('1'), fc('1')])
})

test.each<[unknown, string]>([
  [7, 'an item is an object with a type or a role; this is 7'],
  [{ foo: 1 }, 'an item has neither type nor role: {"foo":1}'],
  [{ role: 'bot' }, 'a message has the role "bot", expected one of system, developer, user, assistant: {"role":"bot"}'],
  [{ role: 'user', content: 7 }, 'the content of a message is a string or a list of parts; this is 7'],
])('%j is no item', (native, message) => {
  expect(() => openaiResponses.read(native)).toThrow(new ShapeError(message))
})
