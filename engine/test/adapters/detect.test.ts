/** Which adapter a request calls for. */
import { expect, test } from 'vitest'
import { adapters, detect } from '../../src/adapters/index.js'
import { messages as anthropicMessages } from './anthropic.messages.js'
import { messages as openaiMessages } from './openai-chat.messages.js'
import { messages as plainMessages } from './plain.messages.js'

const hello = { role: 'user', content: 'Hi' }
const long = (last: unknown) => [...Array.from({ length: 500 }, () => hello), last]

test.each<[string, unknown, string]>([
  ['strings only', [hello], 'openai-chat'],
  ['nothing', [], 'openai-chat'],
  ['no request at all', 'Hi', 'openai-chat'],
  ['a body of strings', { model: 'm', max_tokens: 9, messages: [hello] }, 'openai-chat'],
  ['OpenAI blocks', Object.values(openaiMessages), 'openai-chat'],
  ['a system prompt beside the messages', { system: 'Be brief.', messages: [hello] }, 'anthropic'],
  ['a version', { anthropic_version: 'bedrock-2023-05-31', messages: [hello] }, 'anthropic'],
  ['tools with input_schema', { messages: [hello], tools: [{ name: 'ls', input_schema: {} }] }, 'anthropic'],
  ['a call at the end of a long history', long(anthropicMessages['thinking and parallel calls']), 'anthropic'],
  ['an image with a source', { messages: [anthropicMessages['user with image and documents']] }, 'anthropic'],
  ['parts of our own', long(plainMessages['our own parts']), 'plain'],
  ['content parts', [plainMessages['content parts']], 'plain'],
  ['tool results', [plainMessages['tool results, twice']], 'plain'],
  ['a message being generated', { messages: [{ ...hello, generating: true }] }, 'plain'],
])('%s', (_, request, name) => {
  expect(detect(request).name).toBe(name)
})

test.each([
  [[hello], true],
  [{ messages: [] }, true],
  [[{ type: 'function_call' }], false],
  ['Hi', false],
])('%j has the shape of openai-chat: %s', (request, expected) => {
  expect(adapters['openai-chat']?.detect(request)).toBe(expected)
})

test('adapters go by their names', () => {
  const names = ['plain', 'openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ai-sdk', 'pi', 'langchain']
  expect(
    Object.entries(adapters)
      .map(([name, adapter]) => [name, adapter.name])
      .sort(),
  ).toEqual(names.map((name) => [name, name]).sort())
})
