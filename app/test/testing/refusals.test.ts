/** Requests that a provider refuses by itself, each in that provider's words; the script is never asked. */
import { describe, expect, test } from 'vitest'
import { scripted } from './started.js'

const user = { role: 'user', content: 'Hello' }
const text = (value: string) => ({ type: 'text', text: value })

/** The 400 that a body earns. */
async function refusal(path: string, body: object): Promise<string> {
  const { url, calls } = await scripted(['The script was asked.'])
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { error } = (await response.json()) as { error?: { message: string } }
  expect([response.status, calls[0]?.refused]).toEqual([error ? 400 : 200, error?.message])
  return error?.message ?? 'taken'
}

describe('anthropic', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} })
  const result = (id: string, content: unknown = 'x') => ({ type: 'tool_result', tool_use_id: id, content })
  const asks = (...ids: string[]) => ({ role: 'assistant', content: ids.map(use) })
  const answers = (...ids: string[]) => ({ role: 'user', content: ids.map((id) => result(id)) })
  const marked = { ...text('x'), cache_control: { type: 'ephemeral' } }

  test.each<[title: string, messages: unknown, words: string]>([
    ['a plain question', [user], 'taken'],
    ['a call and its result', [user, asks('a'), answers('a')], 'taken'],
    ['results in two messages of one turn', [user, asks('a', 'b'), answers('a'), answers('b')], 'taken'],
    ['an empty result', [user, asks('a'), { role: 'user', content: [result('a', '')] }], 'taken'],
    ['no message', [], 'messages: at least one message is required'],
    ['an assistant first', [{ role: 'assistant', content: 'Hi' }], 'messages: first message must use the "user" role'],
    [
      'an unknown role',
      [user, { role: 'tool', content: 'x' }],
      'messages: Unexpected role "tool". Allowed roles are "user" or "assistant"',
    ],
    ['an empty text', [{ role: 'user', content: [text('')] }], 'messages: text content blocks must be non-empty'],
    ['a blank text', [{ role: 'user', content: [text(' \n')] }], 'messages: text content blocks must contain non-whitespace text'],
    [
      'no content',
      [user, { role: 'assistant', content: [] }, user],
      'messages.1: all messages must have non-empty content except for the optional final assistant message',
    ],
    [
      'a call without its result',
      [user, asks('a'), user],
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ],
    [
      'a call at the end',
      [user, asks('a')],
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ],
    [
      'a result behind other words',
      [user, asks('a'), { role: 'user', content: [text('x'), result('a')] }],
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ],
    [
      'a result without its call',
      [user, answers('a')],
      'messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    ],
    [
      'two results for one call',
      [user, asks('a'), answers('a', 'a')],
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
    ],
    ['an id used twice', [user, asks('a'), answers('a'), asks('a'), answers('a')], 'messages.3.content.0: `tool_use` ids must be unique'],
    [
      'thinking nobody signed',
      [user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'y' }, text('z')] }, user],
      'messages.1.content.0: Invalid `signature` in `thinking` block',
    ],
    [
      'five cache markers',
      [{ role: 'user', content: [marked, marked, marked, marked, marked] }],
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
  ])('%s', async (_title, messages, words) => {
    expect(await refusal('/v1/messages', { model: 'claude-opus-5-5', max_tokens: 100, messages })).toBe(words)
  })

  test('no max_tokens, and none is wanted to count', async () => {
    expect(await refusal('/v1/messages', { model: 'claude-opus-5-5', messages: [user] })).toBe('max_tokens: Field required')
    expect(await refusal('/v1/messages/count_tokens', { model: 'claude-opus-5-5', messages: [user] })).toBe('taken')
  })

  test('a short-lived marker before a long-lived one', async () => {
    const long = { ...text('x'), cache_control: { type: 'ephemeral', ttl: '1h' } }
    const body = { model: 'claude-opus-5-5', max_tokens: 100, system: [marked], messages: [{ role: 'user', content: [long] }] }
    expect(await refusal('/v1/messages', body)).toMatch("a ttl='1h' cache_control block must not come after a ttl='5m'")
  })
})

describe('openai, chat', () => {
  const asks = (...ids: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
  })
  const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' })

  test.each<[title: string, messages: unknown, words: string]>([
    ['a plain question', [user], 'taken'],
    ['an empty text', [{ role: 'user', content: '' }], 'taken'],
    ['calls and their results', [user, asks('a', 'b'), answer('b'), answer('a')], 'taken'],
    ['no message', [], "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."],
    [
      'an unknown role',
      [{ role: 'model', content: 'x' }],
      "Invalid value: 'model'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    ],
    ['no content', [user, { role: 'assistant', content: null }, user], "Invalid value for 'content': expected a string, got null."],
    [
      'an empty list of calls',
      [user, { role: 'assistant', content: 'x', tool_calls: [] }],
      "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ],
    [
      'a call without its result',
      [user, asks('a', 'b'), answer('a'), user],
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: b",
    ],
    [
      'a result without its call',
      [user, answer('a')],
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    ],
    [
      'a result for another call',
      [user, asks('a'), answer('b')],
      "Invalid parameter: 'tool_call_id' of 'b' not found in 'tool_calls' of previous message.",
    ],
  ])('%s', async (_title, messages, words) => {
    expect(await refusal('/v1/chat/completions', { model: 'gpt-5.4', messages })).toBe(words)
  })
})

describe('openai, responses', () => {
  const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'read', arguments: '{}' })
  const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'x' })
  const reasoning = { type: 'reasoning', id: 'rs_9', summary: [], encrypted_content: 'bm9uc2Vuc2U=' }

  test.each<[title: string, body: object, words: string]>([
    ['a plain question', { input: 'Hello' }, 'taken'],
    ['calls and their outputs', { input: [user, call('a'), call('b'), output('a'), output('b')] }, 'taken'],
    ['nothing at all', { input: [] }, `One of "input" or "previous_response_id" or 'prompt' or 'conversation_id' must be provided.`],
    ['a call without its output', { input: [user, call('a'), user] }, 'No tool output found for function call a.'],
    ['an output without its call', { input: [user, output('a')] }, 'No tool call found for function call output with call_id a.'],
    [
      'reasoning nobody sealed',
      { input: [user, reasoning, call('a'), output('a')] },
      'The encrypted content bm9uc2Vu... could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    ],
    ['an unknown response', { input: 'x', previous_response_id: 'resp_9' }, "Previous response with id 'resp_9' not found."],
  ])('%s', async (_title, body, words) => {
    expect(await refusal('/v1/responses', { model: 'gpt-5.5', ...body })).toBe(words)
  })
})

describe('gemini', () => {
  const hello = { role: 'user', parts: [{ text: 'Hello' }] }
  const call = (thoughtSignature?: string) => ({ functionCall: { name: 'read', args: {} }, thoughtSignature })
  const skip = 'skip_thought_signature_validator'
  const asks = (...parts: object[]) => ({ role: 'model', parts })
  const answers = (count: number) => ({ role: 'user', parts: Array(count).fill({ functionResponse: { name: 'read', response: {} } }) })

  test.each<[title: string, contents: unknown, words: string]>([
    ['a plain question', [hello], 'taken'],
    ['calls and their responses', [hello, asks(call(skip), call()), answers(2)], 'taken'],
    ['an old turn without signatures', [hello, asks(call()), answers(1), asks({ text: 'x' }), hello], 'taken'],
    ['nothing', [], '* GenerateContentRequest.contents: contents is not specified\n'],
    ['an unknown role', [{ role: 'assistant', parts: [{ text: 'x' }] }], 'Please use a valid role: user, model.'],
    ['no parts', [{ role: 'user', parts: [] }], '* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.\n'],
    [
      'too few responses',
      [hello, asks(call(skip), call()), answers(1)],
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    ],
    [
      'a response to nothing',
      [hello, answers(1)],
      'Please ensure that function response turn comes immediately after a function call turn.',
    ],
    [
      'a call first',
      [asks(call(skip)), answers(1)],
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    ],
    ['a signature nobody gave', [hello, asks(call('bm9uc2Vuc2U=')), answers(1)], 'Thought signature is not valid.'],
  ])('%s', async (_title, contents, words) => {
    expect(await refusal('/v1beta/models/gemini-3-pro:generateContent', { contents })).toBe(words)
  })

  test('a signature left out in the turn under way, where the model wants it', async () => {
    const contents = [hello, asks(call()), answers(1)]
    expect(await refusal('/v1beta/models/gemini-3-pro:generateContent', { contents })).toMatch(
      'Function call is missing a thought_signature',
    )
    expect(await refusal('/v1beta/models/gemini-2.5-pro:generateContent', { contents })).toBe('taken')
  })
})
