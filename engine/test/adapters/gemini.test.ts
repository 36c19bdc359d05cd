/** Gemini: how each content reads, and what an edit leaves of it. */
import type { GenerateContentParameters } from '@google/genai'
import { expect, test } from 'vitest'
import { gemini } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import { fit } from '../../src/index.js'
import type { Content, Draft, Json, Rewrite } from '../../src/types.js'
import { messages } from './gemini.messages.js'
import { PNG } from './openai-chat.messages.js'

type Title = keyof typeof messages

const text = (value: string): Content => ({ kind: 'text', text: value })
const media = (mime: string, bytes: number, source: string, native: unknown): Content => ({ kind: 'media', mime, bytes, source, native })
const opaque = (native: unknown): Content => ({ kind: 'opaque', native })
const thinking = (value: string, sealed: boolean): Content => ({ kind: 'thinking', text: value, sealed })
const call = (callId: string, tool: string, value: Json): Content => ({
  kind: 'call',
  callId,
  tool,
  args: { text: JSON.stringify(value), value },
})
const result = (callId: string, tool: string, body: Content[], error = false) => ({ kind: 'result', callId, tool, body, error }) as Content

const files = messages['user with media'].parts
const code = messages['code it ran itself'].parts
const shots = messages['responses without ids, and words'].parts

test.each<[Title, Draft]>([
  ['user', { role: 'user', parts: [text('你好，世界 🚢')] }],
  [
    'user with media',
    {
      role: 'user',
      parts: [text('What is this?'), media('image/png', 8, PNG, files[1]), media('video/mp4', 0, 'gs://ships/launch.mp4', files[2])],
    },
  ],
  ['a thought and an answer', { role: 'assistant', parts: [thinking('They want a name.', false), text('A load line.')] }],
  ['a signed thought', { role: 'assistant', parts: [thinking('Hm.', true), text('Yes.'), thinking('', true)] }],
  ['parallel calls', { role: 'assistant', parts: [call('fc_1', 'read', { path: 'a.ts' }), call('fc_2', 'read', { path: 'b.ts' })] }],
  [
    'calls without ids',
    {
      role: 'assistant',
      parts: [
        text('Both.'),
        call('function:read', 'read', { path: 'a.ts' }),
        call('function:read#2', 'read', {}),
        call('function:ls', 'ls', {}),
      ],
    },
  ],
  [
    'responses',
    { role: 'tool', parts: [result('fc_1', 'read', [text('export {}')]), result('fc_2', 'read', [text('no such file')], true)] },
  ],
  [
    'responses without ids, and words',
    {
      role: 'user',
      parts: [
        result('function:read', 'read', [{ kind: 'data', value: { lines: 3, text: 'a' } }]),
        result('function:read#2', 'read', []),
        result('function:ls', 'ls', [text('A screenshot:'), media('image/png', 8, PNG, shots[2]?.functionResponse?.parts?.[0])]),
        text('Stop there.'),
      ],
    },
  ],
  ['code it ran itself', { role: 'assistant', parts: [opaque(code[0]), opaque(code[1]), text('Two.')] }],
  ['a function’s own role', { role: 'tool', parts: [result('function:weather', 'weather', [text('4 °C')])] }],
  ['fields of a transcript', { role: 'user', id: 'm1', at: 1763681581544, pinned: true, parts: [text('Hi')] }],
])('reads %s', (title, draft) => {
  expect(gemini.read(messages[title])).toEqual(draft)
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
  ['a text', 'user', [[0, said('Hi')]], '{"role":"user","parts":[{"text":"Hi"}]}'],
  [
    'a signature goes with the text it vouches for',
    'a thought and an answer',
    [
      [0, null],
      [1, said('Hi')],
    ],
    '{"role":"model","parts":[{"text":"Hi"}]}',
  ],
  [
    'a call keeps its signature',
    'parallel calls',
    [[1, null]],
    '{"role":"model","parts":[{"functionCall":{"id":"fc_1","name":"read","args":{"path":"a.ts"}},"thoughtSignature":"c2lnNA=="}]}',
  ],
  [
    'where the signed call goes, the next says that it has none',
    'parallel calls',
    [[0, null]],
    '{"role":"model","parts":[{"functionCall":{"id":"fc_2","name":"read","args":{"path":"b.ts"}},"thoughtSignature":"skip_thought_signature_validator"}]}',
  ],
  [
    'responses stay objects, an error stays an error',
    'responses',
    [
      [0, told({ kind: 'keep', index: 0 }, { kind: 'text', text: '…' })],
      [1, said('[elided]')],
    ],
    '{"role":"user","parts":[{"functionResponse":{"id":"fc_1","name":"read","response":{"output":"export {}\\n…"}}},{"functionResponse":{"id":"fc_2","name":"read","response":{"error":"[elided]"}}}]}',
  ],
  [
    'data becomes a text, media stay or go',
    'responses without ids, and words',
    [
      [0, told({ kind: 'text', text: '[elided]' })],
      [1, null],
      [2, told({ kind: 'text', text: '[image]' })],
      [3, null],
    ],
    '{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"output":"[elided]"}}},{"functionResponse":{"name":"ls","response":{"output":"[image]"}}}]}',
  ],
  [
    'data that was cleaned stays data',
    'responses without ids, and words',
    [
      [0, told({ kind: 'data', value: { lines: 3 } })],
      [1, null],
      [2, null],
      [3, null],
    ],
    '{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"lines":3}}}]}',
  ],
])('writes: %s', (_, title, changes, written) => {
  expect(JSON.stringify(gemini.write(messages[title], new Map(changes)))).toBe(written)
})

test.each<[string, Draft, object]>([
  ['a user message', { role: 'user', parts: [text('Hi')] }, { role: 'user', parts: [{ text: 'Hi' }] }],
  [
    'calls',
    { role: 'assistant', parts: [call('a', 'ls', { p: 1 }), call('function:ls', 'ls', {})] },
    { role: 'model', parts: [{ functionCall: { id: 'a', name: 'ls', args: { p: 1 } } }, { functionCall: { name: 'ls', args: {} } }] },
  ],
  [
    'responses',
    { role: 'tool', parts: [result('a', 'ls', [text('x')]), result('function:ls', 'ls', [text('y')], true)] },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'ls', response: { output: 'x' } } },
        { functionResponse: { name: 'ls', response: { error: 'y' } } },
      ],
    },
  ],
])('makes %s', (_, draft, made) => {
  expect(gemini.make(draft)).toEqual(made)
  expect(gemini.read(made)).toEqual(draft)
})

const tools = [{ functionDeclarations: [{ name: 'read' }, { name: 'recall' }] }, { googleSearch: {} }]
const systemInstruction = 'You are a helper.'
const contents = [messages.user]
const opened = {
  messages: contents,
  provider: 'google',
  model: 'gemini-3.1-pro',
  system: systemInstruction,
  tools,
  toolNames: ['read', 'recall'],
  maxOutput: 4000,
  heldByServer: false,
  boundThinking: false,
}

test('a body is opened, of the wire and of the SDK', () => {
  const ofTheSdk = {
    model: 'gemini-3.1-pro',
    contents,
    config: { systemInstruction, tools, maxOutputTokens: 4000 },
  } satisfies GenerateContentParameters
  const ofTheWire = { model: 'gemini-3.1-pro', contents, systemInstruction, tools, generationConfig: { maxOutputTokens: 4000 } }
  expect(gemini.open(ofTheSdk)).toEqual(opened)
  expect(gemini.open(ofTheWire)).toEqual(opened)
  expect(gemini.open(ofTheWire).messages).toBe(contents)
})

test('a string comes back as it was', () => {
  const request = { model: 'gemini-3.1-pro', contents: 'Hi' } satisfies GenerateContentParameters
  expect(fit(request, { window: 4000 }).request).toEqual(request)
  expect(gemini.finish(request, [messages.user, 'Hi'])).toEqual({
    model: 'gemini-3.1-pro',
    contents: [messages.user, { role: 'user', parts: [{ text: 'Hi' }] }],
  })
})

test.each<[unknown, string]>([
  [7, 'a message is an object with a role; this is 7'],
  [{ role: 'bot' }, 'a message has the role "bot", expected one of user, model, function, system: {"role":"bot"}'],
  [{ role: 'user', parts: 7 }, 'the parts of a content are a list; this is 7'],
])('%j is no content', (native, message) => {
  expect(() => gemini.read(native)).toThrow(new ShapeError(message))
})
