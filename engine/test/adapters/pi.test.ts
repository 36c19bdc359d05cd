/** pi: how each message reads, and what an edit leaves of it. */
import type { AgentMessage } from '@earendil-works/pi-agent-core'
import { expect, test } from 'vitest'
import { pi } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import type { Content, Draft, Json, Rewrite } from '../../src/types.js'
import { PNG } from './openai-chat.messages.js'
import { messages } from './pi.messages.js'

type Title = keyof typeof messages

const at = 1763681581544
const text = (value: string): Content => ({ kind: 'text', text: value })
const opaque = (native: unknown): Content => ({ kind: 'opaque', native })
const thinking = (value: string, sealed: boolean): Content => ({ kind: 'thinking', text: value, sealed })
const image = (native: unknown): Content => ({ kind: 'media', mime: 'image/png', bytes: 8, source: PNG, native })
const call = (callId: string, tool: string, value: Json): Content => ({
  kind: 'call',
  callId,
  tool,
  args: { text: JSON.stringify(value), value },
})
const result = (callId: string, tool: string, body: Content[], error = false) => ({ kind: 'result', callId, tool, body, error }) as Content

const { sections, toolsAdded } = messages['system with tools']

test.each<[Title, Draft]>([
  ['system', { role: 'system', at, parts: [text('Be brief.')] }],
  ['system with tools', { role: 'system', at, parts: [text('Be brief.'), opaque({ sections, toolsAdded })] }],
  ['user', { role: 'user', at, parts: [text('你好，世界 🚢')] }],
  ['user with an image', { role: 'user', at, parts: [text('What is this?'), image(messages['user with an image'].content[1])] }],
  [
    'thinking and calls',
    {
      role: 'assistant',
      at,
      parts: [
        thinking('Both files.', true),
        thinking('', true),
        thinking('Or one.', false),
        text('Reading both.'),
        call('call_1', 'read', { path: 'a.ts' }),
        call('call_2', 'read', { path: 'b.ts' }),
      ],
    },
  ],
  ['result', { role: 'tool', at, parts: [result('call_1', 'read', [text('export {}')])] }],
  [
    'a failed result with an image',
    {
      role: 'tool',
      at,
      parts: [result('call_2', 'read', [text('no such file'), image(messages['a failed result with an image'].content[1])], true)],
    },
  ],
  ['what the user ran', { role: 'user', at, parts: [opaque(messages['what the user ran'])] }],
  ['a note of an extension', { role: 'user', at, parts: [opaque(messages['a note of an extension'])] }],
])('reads %s', (title, draft) => {
  expect(pi.read(messages[title])).toEqual(draft)
})

const said = (value: string): Rewrite => ({ kind: 'text', text: value })
const told = (...body: Extract<Rewrite, { kind: 'result' }>['body']): Rewrite => ({
  kind: 'result',
  callId: '',
  tool: '',
  body,
  error: false,
})

test.each<[what: string, Title, [number, Rewrite | null][], written: object]>([
  ['text stays a string', 'user', [[0, said('Hi')]], { ...messages.user, content: 'Hi' }],
  [
    'a signature goes with the text it names',
    'thinking and calls',
    [
      [0, null],
      [1, null],
      [2, null],
      [3, said('Hi')],
      [4, null],
    ],
    { ...messages['thinking and calls'], content: [{ type: 'text', text: 'Hi' }, messages['thinking and calls'].content[5]] },
  ],
  ['a result stays a list', 'result', [[0, said('…')]], { ...messages.result, content: [{ type: 'text', text: '…' }] }],
  [
    'a result keeps its details, and its failure',
    'a failed result with an image',
    [[0, told({ kind: 'text', text: '…' }, { kind: 'keep', index: 1 })]],
    {
      ...messages['a failed result with an image'],
      content: [{ type: 'text', text: '…' }, messages['a failed result with an image'].content[1]],
    },
  ],
])('writes: %s', (_, title, changes, written) => {
  expect(pi.write(messages[title], new Map(changes))).toEqual(written)
})

test.each<[string, Draft, AgentMessage]>([
  ['a user message', { role: 'user', at: 7, parts: [text('Hi')] }, { role: 'user', content: [{ type: 'text', text: 'Hi' }], timestamp: 7 }],
  [
    'a result',
    { role: 'tool', at: 0, parts: [result('a', 'ls', [text('x')], true)] },
    { role: 'toolResult', toolCallId: 'a', toolName: 'ls', content: [{ type: 'text', text: 'x' }], isError: true, timestamp: 0 },
  ],
])('makes %s', (_, draft, made) => {
  expect(pi.make(draft)).toEqual(made)
  expect(pi.read(made)).toEqual(draft)
})

test('the tools are those of the system messages, the thinking most likely that of the model that answered last', () => {
  const history: AgentMessage[] = [messages['system with tools'], messages.user, messages['thinking and calls'], messages.result]
  expect(pi.open(history)).toEqual({
    messages: history,
    provider: 'pi',
    toolNames: ['recall'],
    heldByServer: false,
    boundThinking: true,
  })
  expect(pi.open(history).messages).toBe(history)
  expect(pi.open([{ ...messages['thinking and calls'], model: 'claude-sonnet-4-5' }]).boundThinking).toBe(false)
})

test('a context is opened', () => {
  const context = {
    systemPrompt: 'Be brief.',
    messages: [messages.user],
    tools: [{ name: 'read' }],
    model: { provider: 'openai', id: 'gpt-5.5' },
  }
  expect(pi.open(context)).toEqual({
    messages: context.messages,
    provider: 'openai',
    model: 'gpt-5.5',
    system: 'Be brief.',
    tools: context.tools,
    toolNames: ['read'],
    heldByServer: false,
    boundThinking: false,
  })
})

test.each<[unknown, string]>([
  [{ content: 'Hi' }, 'a message has no role: {"content":"Hi"}'],
  [{ role: 'user', content: 7 }, 'the content of a message is a string or a list of blocks; this is 7'],
])('%j is no message', (native, message) => {
  expect(() => pi.read(native)).toThrow(new ShapeError(message))
})
