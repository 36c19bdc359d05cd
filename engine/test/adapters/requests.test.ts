/** What is a request, what is a message, and what an adapter says of anything else. */
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openaiChat } from '../../src/adapters/index.js'
import { ShapeError } from '../../src/errors.js'
import { messages } from './openai-chat.messages.js'

const body = {
  model: 'gpt-6.1',
  messages: [messages.user],
  tools: [
    { type: 'function', function: { name: 'read', parameters: {} } },
    { type: 'custom', custom: { name: 'patch' } },
  ],
  max_completion_tokens: 4000,
  stream: true,
} satisfies OpenAI.Chat.ChatCompletionCreateParams

test('a body is opened without a copy', () => {
  const opened = openaiChat.open(body)
  expect(opened).toEqual({
    messages: body.messages,
    provider: 'openai',
    model: 'gpt-6.1',
    tools: body.tools,
    toolNames: ['read', 'patch'],
    maxOutput: 4000,
    heldByServer: false,
    boundThinking: false,
  })
  expect(opened.messages).toBe(body.messages)
})

test('a list is a request', () => {
  expect(openaiChat.open(body.messages)).toEqual({
    messages: body.messages,
    provider: 'openai',
    heldByServer: false,
    boundThinking: false,
  })
  expect(openaiChat.finish(body.messages, [messages.result])).toEqual([messages.result])
})

test('a body is finished with its keys in place', () => {
  expect(JSON.stringify(openaiChat.finish({ model: 'm', messages: [], n: 1 }, [messages.user]))).toBe(
    '{"model":"m","messages":[{"role":"user","content":"你好，世界","name":"mei"}],"n":1}',
  )
})

test.each<[unknown, string]>([
  [null, 'a request is a list of messages or a body with "messages"; this is null'],
  ['hello', 'a request is a list of messages or a body with "messages"; this is "hello"'],
  [{ input: [] }, '"messages" is a list of messages; this is undefined'],
])('%j is no request', (request, message) => {
  expect(() => openaiChat.open(request)).toThrow(new ShapeError(message))
})

test.each<[unknown, string]>([
  [7, 'a message is an object with a role; this is 7'],
  [{ foo: 1 }, 'a message has no role: {"foo":1}'],
  [{ role: 'bot' }, 'a message has the role "bot", expected one of system, developer, user, assistant, tool, function: {"role":"bot"}'],
  [{ role: 'user', content: 7 }, 'the content of a message is a string or a list of blocks; this is 7'],
  [{ role: 'assistant', tool_calls: {} }, 'the tool_calls of a message are a list; this is {}'],
  [{ text: 'x'.repeat(100) }, `a message has no role: {"text":"${'x'.repeat(70)}…`],
])('%j is no message', (native, message) => {
  expect(() => openaiChat.read(native)).toThrow(new ShapeError(message))
})
