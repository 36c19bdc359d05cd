/** Plain messages: how each reads, and what an edit leaves of it. */
import { expect, test } from 'vitest'
import { plain } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import type { Content, Draft, Rewrite } from '../../src/types.js'
import { PNG } from './openai-chat.messages.js'
import { messages } from './plain.messages.js'

type Title = keyof typeof messages

const text = (value: string): Content => ({ kind: 'text', text: value })
const result = (callId: string, tool: string, body: unknown[], error = false) => ({ kind: 'result', callId, tool, body, error }) as Content
const image = { kind: 'media', mime: 'image/png', bytes: 8, source: `data:image/png;base64,${PNG}`, native: null } as const
const parts = messages['content parts'].contentParts
const [painting, failure] = messages['tool results, twice'].toolResults

test.each<[Title, Draft]>([
  ['user', { role: 'user', parts: [text('你好 🚢')], id: 'm1', at: 1763681581544 }],
  [
    'our own parts',
    {
      role: 'assistant',
      parts: [
        { kind: 'thinking', text: 'Hm.', sealed: true },
        text('See:'),
        image,
        { kind: 'data', value: { rows: [1, 2] } },
        { kind: 'call', callId: 'call_0', tool: 'ls', args: { text: '{}', value: {} } },
        { kind: 'opaque', native: { type: 'future' } },
      ],
    },
  ],
  ['a result among parts', { role: 'tool', parts: [result('call_0', 'ls', [text('a.ts'), image])] }],
  ['result by id', { role: 'tool', parts: [result('call_9', '', [text('one'), image], true)] }],
  [
    'calls in the manner of OpenAI',
    { role: 'assistant', parts: [{ kind: 'call', callId: 'call_9', tool: 'ls', args: { text: '{"all":true}', value: { all: true } } }] },
  ],
  [
    'tool results, twice',
    {
      role: 'tool',
      parts: [result('call_1', '', [{ kind: 'data', value: painting }]), result('call_2', '', [{ kind: 'data', value: failure }], true)],
      id: 'm7',
      at: 1763681581544,
    },
  ],
  [
    'content parts',
    {
      role: 'assistant',
      parts: [
        { kind: 'thinking', text: 'Look first.', sealed: false },
        text('Looking.'),
        { kind: 'call', callId: 'call_1', tool: 'ls', args: { text: '{"all":true}', value: { all: true } } },
        result('call_1', 'ls', [{ kind: 'data', value: { files: ['a.ts'] } }]),
        { kind: 'call', callId: 'call_2', tool: 'cat', args: { text: '{"path":"b"}', value: { path: 'b' } } },
        result('call_2', 'cat', [text('no such file')], true),
        { kind: 'media', mime: 'image/*', bytes: 0, source: 'picture:1', native: parts[4] },
        text('Done.'),
        { kind: 'call', callId: 'call_3', tool: 'ls', args: { text: '{}', value: {} } },
        { kind: 'opaque', native: parts[7] },
      ],
    },
  ],
])('reads %s', (title, draft) => {
  expect(plain.read(messages[title])).toEqual(draft)
})

const said = (value: string): Rewrite => ({ kind: 'text', text: value })
const told = (...body: Extract<Rewrite, { kind: 'result' }>['body']): Rewrite => ({
  kind: 'result',
  callId: '',
  tool: '',
  body,
  error: false,
})
/** All parts of `content parts` but these. */
const allBut = (...kept: number[]): [number, null][] =>
  Array.from({ length: 10 }, (_, i): [number, null] => [i, null]).filter(([i]) => !kept.includes(i))

test.each<[what: string, Title, [number, Rewrite | null][], written: string]>([
  ['text stays a string', 'user', [[0, said('Hi')]], '{"id":"m1","role":"user","content":"Hi","timestamp":1763681581544}'],
  [
    'our own parts keep their fields',
    'our own parts',
    [
      [0, null],
      [1, said('Hi')],
      [2, said('[image]')],
      [3, { kind: 'data', value: 1 }],
      [4, null],
      [5, null],
    ],
    '{"role":"assistant","content":[{"kind":"text","text":"Hi","note":"kept"},{"kind":"text","text":"[image]"},{"kind":"data","value":1}],"generating":false}',
  ],
  [
    'a result among parts',
    'a result among parts',
    [[0, told({ kind: 'text', text: 'x' }, { kind: 'keep', index: 0 })]],
    '{"role":"tool","content":[{"kind":"result","callId":"call_0","tool":"ls","body":[{"kind":"text","text":"x"},{"kind":"text","text":"a.ts"}],"error":false,"at":7}]}',
  ],
  [
    'a result by id',
    'result by id',
    [[0, told({ kind: 'keep', index: 0 })]],
    '{"role":"tool","tool_call_id":"call_9","content":[{"kind":"text","text":"one"}],"messageStatus":"error"}',
  ],
  [
    'tool results change in both places',
    'tool results, twice',
    [[0, told({ kind: 'data', value: { toolCallId: 'call_1', success: true } })]],
    '{"id":"m7","role":"tool","content":"[{\\"toolCallId\\":\\"call_1\\",\\"success\\":true},{\\"toolCallId\\":\\"call_2\\",\\"success\\":false,\\"error\\":\\"timeout\\"}]","timestamp":1763681581544,"toolResults":[{"toolCallId":"call_1","success":true},{"toolCallId":"call_2","success":false,"error":"timeout"}]}',
  ],
  [
    'a text takes the place of what a tool result says',
    'tool results, twice',
    [
      [0, said('[elided]')],
      [1, null],
    ],
    '{"id":"m7","role":"tool","content":"[{\\"toolCallId\\":\\"call_1\\",\\"success\\":true,\\"output\\":\\"[elided]\\"}]","timestamp":1763681581544,"toolResults":[{"toolCallId":"call_1","success":true,"output":"[elided]"}]}',
  ],
  [
    'a call and its result go as one, and `content` follows the texts',
    'content parts',
    allBut(1),
    '{"role":"assistant","content":"Looking.","contentParts":[{"type":"text","text":"Looking."}],"isSummary":false}',
  ],
  [
    'a result goes alone',
    'content parts',
    allBut(2),
    '{"role":"assistant","content":"","contentParts":[{"type":"tool-call","state":"call","toolCallId":"call_1","toolName":"ls","args":{"all":true}}],"isSummary":false}',
  ],
  [
    'a call takes its result with it',
    'content parts',
    allBut(3, 7),
    '{"role":"assistant","content":"Done.","contentParts":[{"type":"text","text":"Done."}],"isSummary":false}',
  ],
  [
    'a call and its result are rewritten where they stand',
    'content parts',
    [
      ...allBut(2, 3),
      [2, { kind: 'call', callId: '', tool: '', args: { text: '{}', value: {} } }],
      [3, told({ kind: 'text', text: 'a.ts' })],
    ],
    '{"role":"assistant","content":"","contentParts":[{"type":"tool-call","state":"result","toolCallId":"call_1","toolName":"ls","args":{},"result":"a.ts"}],"isSummary":false}',
  ],
])('writes: %s', (_, title, changes, written) => {
  expect(JSON.stringify(plain.write(messages[title], new Map(changes)))).toBe(written)
})

test('cleaned copies in `content` are edited, not replaced', () => {
  const clean = { toolCallId: 'call_1', success: true, output: 'painted' }
  const native = { role: 'tool', content: JSON.stringify([clean, failure]), toolResults: [painting, failure] }
  expect(plain.write(native, new Map([[1, null]]))).toEqual({ role: 'tool', content: JSON.stringify([clean]), toolResults: [painting] })
})

test.each(['see below', '[1', '[]'])('`content` that repeats no tool results is left alone: %s', (content) => {
  const native = { role: 'tool', content, toolResults: [painting, failure] }
  expect(plain.write(native, new Map([[1, null]]))).toEqual({ role: 'tool', content, toolResults: [painting] })
})

test.each<[Draft, object]>([
  [
    { role: 'user', parts: [text('Hi')], id: 'a', at: 0 },
    { id: 'a', role: 'user', content: 'Hi', timestamp: 0 },
  ],
  [
    { role: 'tool', parts: [result('a', '', []), result('b', '', [])] },
    { role: 'tool', content: [result('a', '', []), result('b', '', [])] },
  ],
])('makes a message that reads as %j', (draft, message) => {
  expect(plain.make(draft)).toEqual(message)
  expect(plain.read(message)).toEqual(draft)
})

test('a part of ours that lacks something is named', () => {
  expect(() => plain.read({ role: 'user', content: [{ kind: 'text' }] })).toThrow(
    new ShapeError('a text part has no text: {"kind":"text"}'),
  )
})
