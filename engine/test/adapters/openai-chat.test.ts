/** OpenAI chat: how each message reads, and what an edit leaves of it. */
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openaiChat } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import type { Content, Draft, Rewrite } from '../../src/types.js'
import { messages, PNG } from './openai-chat.messages.js'

type Title = keyof typeof messages

const text = (value: string): Content => ({ kind: 'text', text: value })
const media = (mime: string, bytes: number, source: string, native: unknown): Content => ({ kind: 'media', mime, bytes, source, native })
const result = (callId: string, body: Content[], more = {}): Content =>
  ({ kind: 'result', callId, tool: '', body, error: false, ...more }) as Content

const picture = messages['user with image, audio and files'].content
const shot = messages['result with an image'].content

test.each<[Title, Draft]>([
  ['developer', { role: 'system', parts: [text('Answer in French.')] }],
  ['system in blocks', { role: 'system', parts: [text('You are 小助手 🚢')] }],
  ['user', { role: 'user', parts: [text('你好，世界')] }],
  [
    'user with image, audio and files',
    {
      role: 'user',
      parts: [
        text('What is this?'),
        media('image/png', 8, `data:image/png;base64,${PNG}`, picture[1]),
        media('image/*', 0, 'https://example.com/ship.jpg', picture[2]),
        media('audio/wav', 4, 'UklGRg==', picture[3]),
        media('application/pdf', 4, 'data:application/pdf;base64,JVBERg==', picture[4]),
        media('application/octet-stream', 0, 'file-1', picture[5]),
      ],
    },
  ],
  [
    'parallel calls',
    {
      role: 'assistant',
      parts: [
        text('Reading both.'),
        { kind: 'call', callId: 'call_1', tool: 'read', args: { text: '{"path":"a.ts"}', value: { path: 'a.ts' } } },
        { kind: 'call', callId: 'call_2', tool: 'read', args: { text: '{"path":"b' } },
      ],
    },
  ],
  ['a custom call', { role: 'assistant', parts: [{ kind: 'call', callId: 'call_3', tool: 'patch', args: { text: '*** Begin Patch' } }] }],
  ['refusal', { role: 'assistant', parts: [{ kind: 'opaque', native: messages.refusal.content[0] }] }],
  ['an answer by voice', { role: 'assistant', parts: [{ kind: 'opaque', native: { id: 'audio_1' } }] }],
  [
    'legacy call',
    {
      role: 'assistant',
      parts: [{ kind: 'call', callId: 'function:weather', tool: 'weather', args: { text: '{"city":"Oslo"}', value: { city: 'Oslo' } } }],
    },
  ],
  ['legacy result', { role: 'tool', parts: [result('function:weather', [text('4 °C')], { tool: 'weather' })] }],
  ['result', { role: 'tool', parts: [result('call_1', [text('export {}')])] }],
  ['result in blocks', { role: 'tool', parts: [result('call_2', [text('first'), text('second')])] }],
  [
    'failed result',
    { role: 'tool', parts: [result('call_4', [text('no such directory')], { tool: 'ls', error: true })], at: 1763681581999 },
  ],
  [
    'result with an image',
    {
      role: 'tool',
      parts: [
        result('call_5', [
          text('A screenshot:'),
          media('image/png', 8, `data:image/png;base64,${PNG}`, shot[1]),
          { kind: 'data', value: { type: 'future', payload: [1, null] } },
        ]),
      ],
    },
  ],
  [
    'thinking',
    {
      role: 'assistant',
      parts: [
        { kind: 'thinking', text: 'They want a file.', sealed: false },
        text('One moment.'),
        { kind: 'call', callId: 'call_4', tool: 'ls', args: { text: '{}', value: {} } },
      ],
      at: 1763681581544,
    },
  ],
  [
    'reasoning of OpenRouter',
    {
      role: 'assistant',
      parts: [
        { kind: 'thinking', text: 'Short.', sealed: false },
        { kind: 'opaque', native: [{ type: 'reasoning.encrypted', data: 'b64==' }] },
        text('Done ✅'),
      ],
    },
  ],
])('reads %s', (title, draft) => {
  expect(openaiChat.read(messages[title])).toEqual(draft)
})

test.each<[string, object, Content[]]>([
  ['empty text', { role: 'assistant', content: '' }, [text('')]],
  ['no content', { role: 'assistant', content: null, tool_calls: [] }, []],
  ['an empty result', { role: 'tool', tool_call_id: 'a', content: '' }, [result('a', [])]],
  ['a tool message that answers no call', { role: 'tool', content: '[]' }, [text('[]')]],
  [
    'arguments that are an object',
    { role: 'assistant', tool_calls: [{ function: { name: 'ls', arguments: { a: 1 } } }] },
    [{ kind: 'call', callId: '', tool: 'ls', args: { text: '{"a":1}', value: { a: 1 } } }],
  ],
])('reads %s', (_, native, parts) => {
  expect(openaiChat.read(native).parts).toEqual(parts)
})

type Changes = [number, Rewrite | null][]
const said = (value: string): Rewrite => ({ kind: 'text', text: value })
const told = (callId: string, ...body: Extract<Rewrite, { kind: 'result' }>['body']): Rewrite => ({
  kind: 'result',
  callId,
  tool: '',
  body,
  error: false,
})

test.each<[what: string, Title, Changes, written: string]>([
  ['text stays a string', 'user', [[0, said('Hi')]], '{"role":"user","content":"Hi","name":"mei"}'],
  ['text stays a block', 'system in blocks', [[0, said('Hi')]], '{"role":"system","content":[{"type":"text","text":"Hi"}]}'],
  [
    'a legacy result stays one',
    'legacy result',
    [[0, told('', { kind: 'text', text: 'cold' })]],
    '{"role":"function","name":"weather","content":"cold"}',
  ],
  [
    'several bodies make one string',
    'result',
    [[0, told('', { kind: 'text', text: 'head' }, { kind: 'keep', index: 0 })]],
    '{"role":"tool","tool_call_id":"call_1","content":"head\\nexport {}"}',
  ],
  ['a result by a text', 'result', [[0, said('[elided]')]], '{"role":"tool","tool_call_id":"call_1","content":"[elided]"}'],
  ['nothing left of a result', 'result', [[0, told('')]], '{"role":"tool","tool_call_id":"call_1","content":""}'],
  [
    'a block of a result is kept',
    'result in blocks',
    [[0, told('', { kind: 'keep', index: 1 }, { kind: 'text', text: 'x' })]],
    '{"role":"tool","tool_call_id":"call_2","content":[{"type":"text","text":"second"},{"type":"text","text":"x"}]}',
  ],
  [
    'thinking goes with its key',
    'reasoning of OpenRouter',
    [
      [0, null],
      [1, null],
    ],
    '{"role":"assistant","content":"Done ✅"}',
  ],
  [
    'text goes, calls stay',
    'parallel calls',
    [
      [0, null],
      [2, null],
    ],
    '{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"read","arguments":"{\\"path\\":\\"a.ts\\"}"}}]}',
  ],
  [
    'calls go with their key',
    'parallel calls',
    [
      [1, null],
      [2, null],
    ],
    '{"role":"assistant","content":"Reading both."}',
  ],
  [
    'thinking alone has empty content',
    'thinking',
    [
      [1, null],
      [2, null],
    ],
    '{"role":"assistant","reasoning_content":"They want a file.","content":"","usage":{"prompt_tokens":12},"timestamp":1763681581544}',
  ],
  [
    'new arguments',
    'thinking',
    [
      [0, null],
      [1, null],
      [2, { kind: 'call', callId: 'call_4', tool: 'ls', args: { text: '{"a":1}', value: { a: 1 } } }],
    ],
    '{"role":"assistant","content":null,"tool_calls":[{"id":"call_4","type":"function","function":{"name":"ls","arguments":"{\\"a\\":1}"},"extra_content":{"google":{"thought_signature":"c2ln"}}}],"usage":{"prompt_tokens":12},"timestamp":1763681581544}',
  ],
  [
    'new input of a custom tool',
    'a custom call',
    [[0, { kind: 'call', callId: 'call_3', tool: 'patch', args: { text: '…' } }]],
    '{"role":"assistant","content":null,"tool_calls":[{"id":"call_3","type":"custom","custom":{"name":"patch","input":"…"}}]}',
  ],
  [
    'new arguments of a legacy call',
    'legacy call',
    [[0, { kind: 'call', callId: '', tool: '', args: { text: '{}', value: {} } }]],
    '{"role":"assistant","content":null,"function_call":{"name":"weather","arguments":"{}"}}',
  ],
])('writes: %s', (_, title, changes, written) => {
  expect(JSON.stringify(openaiChat.write(messages[title], new Map(changes)))).toBe(written)
})

test('an image gives way to a text block', () => {
  const written = openaiChat.write(messages['user with image, audio and files'], new Map([[1, said('[image]')]])) as { content: unknown[] }
  expect(written.content.slice(0, 3)).toEqual([picture[0], { type: 'text', text: '[image]' }, picture[2]])
})

test('a call gives way to nothing but a call', () => {
  expect(() => openaiChat.write(messages['a custom call'], new Map([[0, said('x')]]))).toThrow(
    new ShapeError('a text part cannot stand in place of a call'),
  )
})

test.each<[string, Draft, OpenAI.Chat.ChatCompletionMessageParam]>([
  ['a user message', { role: 'user', parts: [text('Hi')] }, { role: 'user', content: 'Hi' }],
  [
    'calls',
    { role: 'assistant', parts: [{ kind: 'call', callId: 'a', tool: 'ls', args: { text: '{}' } }] },
    { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls', arguments: '{}' } }] },
  ],
  ['a result', { role: 'tool', parts: [result('a', [text('x')])] }, { role: 'tool', tool_call_id: 'a', content: 'x' }],
  [
    'a legacy result',
    { role: 'tool', parts: [result('function:ls', [text('x')], { tool: 'ls' })] },
    { role: 'function', name: 'ls', content: 'x' },
  ],
  [
    'thinking as text',
    { role: 'assistant', parts: [{ kind: 'thinking', text: 'Hm.', sealed: false }, text('Yes.')] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    },
  ],
])('makes %s', (_, draft, message) => {
  expect(openaiChat.make(draft)).toEqual(message)
})

test('makes one message of one result', () => {
  const two = [result('a', []), result('b', [])]
  expect(() => openaiChat.make({ role: 'tool', parts: two })).toThrow(
    new ShapeError('a message holds one result and nothing else; make one for each'),
  )
})
