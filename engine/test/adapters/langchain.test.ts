/** LangChain: how each message reads, and that what is written is of its class. */
import { AIMessage, AIMessageChunk, BaseMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { load } from '@langchain/core/load'
import { tool } from 'langchain'
import { expect, test } from 'vitest'
import { langchain } from '../../src/adapters/index.js'
import { fit } from '../../src/index.js'
import type { Content, Draft, Json, Rewrite } from '../../src/types.js'
import { messages } from './langchain.messages.js'
import { PNG } from './openai-chat.messages.js'

type Title = keyof typeof messages

const text = (value: string): Content => ({ kind: 'text', text: value })
const media = (mime: string, bytes: number, source: string, native: unknown): Content => ({ kind: 'media', mime, bytes, source, native })
const thinking = (value: string, sealed: boolean): Content => ({ kind: 'thinking', text: value, sealed })
const read = (callId: string, path: string): Content => ({
  kind: 'call',
  callId,
  tool: 'read',
  args: { text: JSON.stringify({ path }), value: { path } },
})
const result = (callId: string, name: string, body: Content[], error = false) =>
  ({ kind: 'result', callId, tool: name, body, error }) as Content

const url = `data:image/png;base64,${PNG}`
const files = messages['user with media'].content as object[]
const shots = messages['a failed result in blocks'].content as object[]

test.each<[Title, Draft]>([
  ['system', { role: 'system', parts: [text('Be brief.')] }],
  ['user', { role: 'user', id: 'h1', parts: [text('你好，世界 🚢')] }],
  [
    'user with media',
    {
      role: 'user',
      parts: [
        text('What is this?'),
        media('image/png', 8, url, files[1]),
        media('image/png', 8, PNG, files[2]),
        media('application/pdf', 0, 'https://example.com/a.pdf', files[3]),
      ],
    },
  ],
  ['a time and a pin', { role: 'user', at: 1763681581544, pinned: true, parts: [text('Hi')] }],
  ['answer', { role: 'assistant', parts: [text('A load line.')] }],
  [
    'calls of OpenAI',
    {
      role: 'assistant',
      parts: [
        text('Reading both.'),
        read('call_1', 'a.ts'),
        read('call_2', 'b.ts'),
        { kind: 'call', callId: 'call_3', tool: 'read', args: { text: '{"path' } },
      ],
    },
  ],
  [
    'calls of Anthropic',
    {
      role: 'assistant',
      parts: [thinking('Both files.', true), thinking('', true), text('Reading both.'), read('toolu_1', 'a.ts'), read('toolu_2', 'b.ts')],
    },
  ],
  ['content of version 1', { role: 'assistant', parts: [thinking('One file.', false), text('Reading.'), read('call_4', 'a.ts')] }],
  ['a streamed answer', { role: 'assistant', parts: [text('Done.')] }],
  ['result', { role: 'tool', parts: [result('call_1', 'read', [text('export {}')])] }],
  [
    'a failed result in blocks',
    {
      role: 'tool',
      parts: [
        result('call_2', '', [text('no such file'), media('image/png', 8, url, shots[1]), { kind: 'data', value: shots[2] as Json }], true),
      ],
    },
  ],
  ['a role of its own', { role: 'assistant', parts: [text('Hi there.')] }],
])('reads %s', (title, draft) => {
  expect(langchain.read(messages[title])).toEqual(draft)
})

const said = (value: string): Rewrite => ({ kind: 'text', text: value })

test.each<[Title, [number, Rewrite | null][], type: abstract new (...args: never[]) => BaseMessage]>([
  ['system', [[0, said('Hi')]], SystemMessage],
  ['user', [[0, said('Hi')]], HumanMessage],
  ['user with media', [[1, said('[image]')]], HumanMessage],
  ['calls of OpenAI', [[1, null]], AIMessage],
  ['calls of Anthropic', [[4, null]], AIMessage],
  ['content of version 1', [[0, null]], AIMessage],
  ['a streamed answer', [[0, said('Hi')]], AIMessageChunk],
  ['result', [[0, said('…')]], ToolMessage],
])('a written %s is of its class, and serialises as it stands', async (title, changes, type) => {
  const original = messages[title]
  const before = JSON.stringify(original)
  const written = langchain.write(original, new Map(changes)) as BaseMessage
  expect(written).toBeInstanceOf(type)
  expect(written).toBeInstanceOf(BaseMessage)
  expect(Object.getPrototypeOf(written)).toBe(Object.getPrototypeOf(original))
  expect([written.getType(), written._getType()]).toEqual([original.getType(), original.getType()])
  expect(JSON.stringify(original)).toBe(before)
  const again = await load<BaseMessage>(JSON.stringify(written))
  expect(again).toBeInstanceOf(type)
  expect(again.content).toEqual(written.content)
  expect(langchain.read(again)).toEqual(langchain.read(written))
})

test('a call that goes is gone wherever it was said', () => {
  const openai = langchain.write(
    messages['calls of OpenAI'],
    new Map([
      [1, null],
      [3, null],
    ]),
  ) as AIMessage
  expect(openai.tool_calls?.map(({ id }) => id)).toEqual(['call_2'])
  expect(openai.invalid_tool_calls).toEqual([])
  expect(openai.additional_kwargs.tool_calls?.map(({ id }) => id)).toEqual(['call_2'])
  // What the provider said in its own words would be sent in place of the rest.
  expect(openai.response_metadata).toEqual({ model_name: 'gpt-5.5' })
  const anthropic = langchain.write(messages['calls of Anthropic'], new Map([[3, null]])) as AIMessage
  expect((anthropic.content as { id?: string }[]).flatMap(({ id }) => id ?? [])).toEqual(['toolu_2'])
})

test('a call that is rewritten is so wherever it was said', () => {
  const change: Rewrite = { kind: 'call', callId: '', tool: 'read', args: { text: '{}', value: {} } }
  const openai = langchain.write(messages['calls of OpenAI'], new Map([[1, change]])) as AIMessage
  expect(openai.tool_calls?.[0]?.args).toEqual({})
  expect(openai.additional_kwargs.tool_calls?.[0]?.function.arguments).toBe('{}')
  const anthropic = langchain.write(messages['calls of Anthropic'], new Map([[3, change]])) as AIMessage
  expect(anthropic.content).toContainEqual({ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} })
})

const opening = { role: 'user', content: '[earlier conversation left out]' }

test.each<[string, BaseMessage[]]>([
  ['of the class of the others', [messages.system, messages.answer, messages.user]],
  ['on the base of them all, where nobody showed the class', [messages.system, messages.answer]],
])('a message put in is an instance %s, and stands behind the system prompt', async (_, history) => {
  const sent = langchain.finish(history, [opening, ...history]) as BaseMessage[]
  expect(sent.map((message) => message.getType())).toEqual(['system', 'human', 'ai', 'human'].slice(0, history.length + 1))
  expect([sent[0], ...sent.slice(2)]).toEqual(history)
  expect(sent[1]).toBeInstanceOf(HumanMessage)
  expect(JSON.stringify(sent[1])).toBe(JSON.stringify(new HumanMessage(opening.content)))
  expect((await load<BaseMessage>(JSON.stringify(sent[1]))).text).toBe(opening.content)
  expect((await new FakeListChatModel({ responses: ['ok'] }).invoke(sent)).content).toBe('ok')
})

test('untouched instances are the same objects, and a state is a request', () => {
  const state = { messages: [messages.user, messages['calls of Anthropic'], messages.answer], other: 1 }
  const { request } = fit(state, { window: 4000, reserve: 0 })
  expect(request.other).toBe(1)
  expect([request.messages[0] === messages.user, request.messages.at(-1) === messages.answer]).toEqual([true, true])
  expect(request.messages[1]).toBeInstanceOf(AIMessage)
})

test('a request to the model is opened', () => {
  const schema = { type: 'object', properties: { id: { type: 'string' } } } as const
  const tools = [tool(() => '', { name: 'recall', description: 'Brings back', schema })]
  const request = { model: { model: 'claude-opus-5-5' }, systemMessage: new SystemMessage('Be brief.'), messages: [messages.user], tools }
  expect(langchain.open(request)).toMatchObject({
    messages: request.messages,
    provider: 'langchain',
    model: 'claude-opus-5-5',
    system: 'Be brief.',
    tools: [{ name: 'recall', description: 'Brings back', parameters: schema }],
    toolNames: ['recall'],
    boundThinking: true,
  })
  expect(langchain.open([messages['calls of OpenAI']]).boundThinking).toBe(false)
})

test('a message that is none is named', () => {
  expect(() => langchain.read(new RemoveMessage({ id: 'x' }))).toThrow('a message has the type "remove", expected one of human, user,')
  expect(() => langchain.read('Hi')).toThrow('a message is an instance of BaseMessage; this is "Hi"')
})
