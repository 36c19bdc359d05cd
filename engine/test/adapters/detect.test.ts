/** Which adapter a request calls for. */
import { expect, test } from 'vitest'
import { adapters, detect } from '../../src/adapters/index.js'
import { messages as aiSdkMessages } from './ai-sdk.messages.js'
import { messages as anthropicMessages } from './anthropic.messages.js'
import { messages as geminiMessages } from './gemini.messages.js'
import { messages as langchainMessages } from './langchain.messages.js'
import { messages as openaiMessages } from './openai-chat.messages.js'
import { messages as responsesItems } from './openai-responses.messages.js'
import { messages as piMessages } from './pi.messages.js'
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
  ['a string of input', { model: 'm', input: 'Hi' }, 'openai-responses'],
  ['a list of input', { model: 'm', input: [hello] }, 'openai-responses'],
  ['items', Object.values(responsesItems).flat(), 'openai-responses'],
  ['a call among items', long(responsesItems['a custom call']), 'openai-responses'],
  ['an output among items', [hello, responsesItems.output], 'openai-responses'],
  ['parts of input', [responsesItems['user with images and files']], 'openai-responses'],
  ['contents', { contents: [geminiMessages.user] }, 'gemini'],
  ['a string of contents', { contents: 'Hi' }, 'gemini'],
  ['bare contents', long(geminiMessages['parallel calls']), 'gemini'],
  ['all contents', Object.values(geminiMessages), 'gemini'],
  ['a call of generateText', { system: 'Be brief.', messages: [hello], tools: { ls: {} } }, 'ai-sdk'],
  ['a model of the AI SDK', { model: { modelId: 'm', provider: 'p' }, messages: [hello] }, 'ai-sdk'],
  ['a tool call of the AI SDK', long(aiSdkMessages['reasoning and calls']), 'ai-sdk'],
  ['a result of the AI SDK', { system: 'Be brief.', messages: [hello, aiSdkMessages.results] }, 'ai-sdk'],
  ['an image of the AI SDK', [aiSdkMessages['user with media']], 'ai-sdk'],
  ['a result of pi', [hello, piMessages.result], 'pi'],
  ['an answer of pi, with thinking as Anthropic has it', long(piMessages['thinking and calls']), 'pi'],
  ['instances of LangChain', [langchainMessages.user], 'langchain'],
  ['a state of LangGraph', { messages: Object.values(langchainMessages) }, 'langchain'],
  ['a message being generated', { messages: [{ ...hello, generating: true }] }, 'plain'],
])('%s', (_, request, name) => {
  expect(detect(request).name).toBe(name)
})

test.each([
  [[hello], true],
  [{ messages: [] }, true],
  [[{ type: 'function_call' }], false],
  [[{ parts: [] }], false],
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

test.each([
  ['openai-chat', openaiMessages],
  ['openai-responses', responsesItems],
  ['anthropic', anthropicMessages],
  ['gemini', geminiMessages],
  ['ai-sdk', aiSdkMessages],
  ['pi', piMessages],
  ['langchain', langchainMessages],
  ['plain', plainMessages],
])('no message of %s is taken for another format’s', (name, messages) => {
  const told = Object.values<unknown>(messages).map((message) => detect([hello, ...[message].flat()]).name)
  // What is no different from a chat message is read as one.
  expect(new Set(told.filter((each) => each !== 'openai-chat'))).toEqual(new Set(name === 'openai-chat' ? [] : [name]))
})
