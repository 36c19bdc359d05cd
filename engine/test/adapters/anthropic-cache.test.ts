/** Where the cache marker of a finished Anthropic request stands. */
import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { anthropic } from '../../src/adapters/index.js'
import { deepFreeze } from '../bed/frozen.js'

type Block = Anthropic.ContentBlockParam
type Text = Anthropic.TextBlockParam

const short = { type: 'ephemeral' } as const
const hour = { type: 'ephemeral', ttl: '1h' } as const
const text = (value: string, cache_control?: Anthropic.CacheControlEphemeral): Text => ({
  type: 'text',
  text: value,
  ...(cache_control && { cache_control }),
})
const user = (...content: Block[]): Anthropic.MessageParam => ({ role: 'user', content })

/** The content of the message at `breakpoint`, finished. */
function finished(request: object, breakpoint: number): unknown {
  const { messages } = deepFreeze(request) as { messages: Anthropic.MessageParam[] }
  const done = anthropic.finish(request, messages, breakpoint) as typeof request & { messages: Anthropic.MessageParam[] }
  expect({ ...done, messages: done.messages.with(breakpoint, messages[breakpoint]!) }).toEqual(request)
  return done.messages[breakpoint]?.content
}

const thinking: Block = { type: 'thinking', thinking: 'Hm.', signature: 's' }
const call: Block = { type: 'tool_use', id: 'a', name: 'ls', input: {} }

test.each<[string, Anthropic.MessageParam['content'], unknown]>([
  ['a string becomes a block', 'Hi', [text('Hi', short)]],
  ['the last block', [text('a'), text('b')], [text('a'), text('b', short)]],
  ['not on thinking', [call, thinking], [{ ...call, cache_control: short }, thinking]],
  ['not on empty text', [text('a'), text('')], [text('a', short), text('')]],
  ['nowhere in an empty message', '', ''],
  ['nowhere if thinking is all', [thinking], [thinking]],
  ['once is enough', [text('a', hour)], [text('a', hour)]],
])('%s', (_, content, expected) => {
  expect(finished({ messages: [{ role: 'user', content }] }, 0)).toEqual(expected)
})

const tool = (cache_control: object) => ({ name: 'ls', cache_control })
const seen = (cache_control: Anthropic.CacheControlEphemeral) =>
  user({ type: 'tool_result', tool_use_id: 'a', content: [text('b', cache_control)] })

test.each<[string, object, Anthropic.CacheControlEphemeral | undefined]>([
  ['three are taken', { tools: [tool(short)], system: [text('s', short)], messages: [user(text('a')), seen(short)] }, short],
  [
    'four are taken',
    { tools: [tool(short), tool(short)], system: [text('s', short)], messages: [user(text('a')), seen(short)] },
    undefined,
  ],
  [
    'the one at the top counts',
    { cache_control: short, tools: [tool(short)], messages: [user(text('a')), seen(short), seen(short)] },
    undefined,
  ],
  ['all others last an hour', { system: [text('s', hour)], messages: [user(text('a')), seen(hour)] }, hour],
  ['a shorter one comes later', { system: [text('s', hour)], messages: [user(text('a')), seen(short)] }, short],
  ['one that lasts an hour comes later', { messages: [user(text('a')), seen(hour), seen(short)] }, hour],
])('%s', (_, request, expected) => {
  expect(finished(request, 0)).toEqual([text('a', expected)])
})

test('without a breakpoint the messages are the ones given', () => {
  const messages = [user(text('a'))]
  expect((anthropic.finish({ messages: [] }, messages) as { messages: unknown }).messages).toBe(messages)
  expect(anthropic.finish([], messages)).toBe(messages)
})

test('messages around the breakpoint stay the same objects', () => {
  const messages = [user(text('a')), user(text('b')), user(text('c'))]
  const done = anthropic.finish(messages, messages, 1) as typeof messages
  expect([done[0] === messages[0], done[1] === messages[1], done[2] === messages[2]]).toEqual([true, false, true])
})
