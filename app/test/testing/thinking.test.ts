/** Thinking goes back as it came: what each provider does about it when it does not. */
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import type { Script } from '../../src/testing/index.js'
import { anthropic, openaiChat } from './clients.js'
import { scripted } from './started.js'

const looks: Script = ({ n }) => ({ thinking: `Thought ${n}: where to look?`, calls: [{ tool: 'read', args: { path: `${n}.txt` } }] })

describe('anthropic', () => {
  const tools: Anthropic.Tool[] = [{ name: 'read', input_schema: { type: 'object' } }]
  const base = { model: 'claude-opus-5-5', max_tokens: 500, system: 'You are a pilot.', tools }
  type Body = Anthropic.MessageCreateParamsNonStreaming

  /** Three rounds of thinking, call and result. */
  async function threeRounds(changes: Partial<Body> = {}) {
    const { url, calls } = await scripted(looks)
    const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
    const body: Body = { ...base, ...changes, messages: [{ role: 'user', content: 'Look around.' }] }
    for (let round = 0; round < 3; round++) {
      const { content } = await client.messages.create(body)
      const [call] = content.filter(({ type }) => type === 'tool_use') as Anthropic.ToolUseBlock[]
      body.messages.push({ role: 'assistant', content }, { role: 'user', content: [result(call?.id ?? '', `What is in ${round}.`)] })
    }
    return { client, body, calls }
  }

  const result = (tool_use_id: string, content: string) => ({ type: 'tool_result' as const, tool_use_id, content })
  const withMessage = (body: Body, index: number, change: (blocks: Anthropic.ContentBlockParam[]) => unknown): Body => {
    const message = body.messages[index] as Anthropic.MessageParam
    const content = change(message.content as Anthropic.ContentBlockParam[]) as Anthropic.ContentBlockParam[]
    return { ...body, messages: body.messages.with(index, { ...message, content } as Anthropic.MessageParam) }
  }
  const withoutThinking = (blocks: Anthropic.ContentBlockParam[]) => blocks.filter(({ type }) => type !== 'thinking')
  const editedResult = (body: Body) => withMessage(body, 2, (blocks) => blocks.map((block) => ({ ...block, content: '[elided]' })))

  const bound = '400 messages.3.content.0: Invalid signature in thinking block. The block is bound to a different conversation'

  test.each<[title: string, change: (body: Body) => Body, outcome: string]>([
    ['as it came', (body) => body, 'taken'],
    [
      'with a marker moved',
      (body) => withMessage(body, 2, (blocks) => blocks.map((block) => ({ ...block, cache_control: { type: 'ephemeral' } }))),
      'taken',
    ],
    ['with another tool choice', (body) => ({ ...body, tool_choice: { type: 'any' } }), 'taken'],
    ['without the oldest thinking', (body) => withMessage(body, 1, withoutThinking), 'taken'],
    ['without thinking from the middle', (body) => withMessage(body, 3, withoutThinking), bound.replace('.3.', '.5.')],
    ['with an earlier result edited', editedResult, bound],
    [
      'with the first question edited',
      (body) => ({ ...body, messages: body.messages.with(0, { role: 'user', content: 'Look.' }) }),
      bound.replace('.3.', '.1.'),
    ],
    ['with another system prompt', (body) => ({ ...body, system: 'You are a cook.' }), bound.replace('.3.', '.1.')],
    [
      'with another tool',
      (body) => ({ ...body, tools: [...tools, { name: 'list', input_schema: { type: 'object' } }] }),
      bound.replace('.3.', '.1.'),
    ],
    [
      'with old words rewritten',
      (body) =>
        withMessage(body, 1, (blocks) => blocks.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'Hm.' } : block))),
      '400 messages.1.content.0: Invalid `signature` in `thinking` block',
    ],
    [
      'with its latest words rewritten',
      (body) =>
        withMessage(body, 5, (blocks) => blocks.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'Hm.' } : block))),
      '400 messages.5.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    ],
  ])('%s', async (_title, change, outcome) => {
    const { client, body } = await threeRounds()
    const changed = change(body)
    for (const asked of [client.messages.create(changed), client.messages.countTokens(countable(changed))]) {
      expect(await asked.then(() => 'taken', errorText)).toBe(outcome)
    }
  })

  test('a model of the fourth generation does not mind an edited prefix', async () => {
    const { client, body } = await threeRounds({ model: 'claude-opus-4-8' })
    await expect(client.messages.create(editedResult(body))).resolves.toMatchObject({ stop_reason: 'tool_use' })
  })

  test('drop_block leaves out what no longer belongs, and reports it', async () => {
    const { client, body, calls } = await threeRounds()
    const answer = await client.beta.messages.create({
      ...editedResult(body),
      betas: ['thinking-binding-controls-2026-08-01'],
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    })
    expect(answer.input_transformations).toEqual([
      { type: 'thinking_dropped', path: 'messages.3.content.0', reason: 'prefix_binding_mismatch' },
      { type: 'thinking_dropped', path: 'messages.5.content.0', reason: 'prefix_binding_mismatch' },
    ])
    const rest = [3, 5].reduce((left, index) => withMessage(left, index, withoutThinking), editedResult(body))
    expect(calls.at(-1)?.usage?.input).toBe((await client.messages.countTokens(countable(rest))).input_tokens)
  })

  test('with thinking enabled, a model of the fourth generation wants it back while the turn is under way', async () => {
    const { client, body } = await threeRounds({
      model: 'claude-opus-4-5',
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      max_tokens: 2_000,
    })
    const stripped = {
      ...body,
      messages: body.messages.map((message, i) => (i % 2 === 1 ? withMessage(body, i, withoutThinking).messages[i] : message)),
    }
    expect(await client.messages.create(stripped as Body).catch(errorText)).toMatch(
      '400 messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    )
    stripped.messages.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: 'And now?' })
    await expect(client.messages.create(stripped as Body)).resolves.toMatchObject({ type: 'message' })
  })

  const countable = ({ max_tokens: _max, ...body }: Body): Anthropic.MessageCountTokensParams => body
})

describe('openai, responses', () => {
  const tools: OpenAI.Responses.FunctionTool[] = [{ type: 'function', name: 'read', parameters: {}, strict: false }]

  async function started(changes: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {}) {
    const { url, calls } = await scripted(looks)
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
    const base = { model: 'gpt-5.5', tools, ...changes }
    const user = { role: 'user' as const, content: 'Look around.' }
    const { id, output } = await client.responses.create({ ...base, input: [user] })
    const [reasoning, call] = output as [OpenAI.Responses.ResponseReasoningItem, OpenAI.Responses.ResponseFunctionToolCall]
    const result = { type: 'function_call_output' as const, call_id: call.call_id, output: 'What is in it.' }
    const ask = (input: OpenAI.Responses.ResponseInput, more = {}) =>
      client.responses.create({ ...base, input, ...more }).then(({ status }) => status as string, errorText)
    return { ask, id, user, reasoning, call, result, calls }
  }

  const sealed = { store: false, include: ['reasoning.encrypted_content' as const] }

  test('sealed reasoning goes back and is counted', async () => {
    const { ask, user, reasoning, call, result, calls } = await started(sealed)
    expect(reasoning).toMatchObject({ id: 'rs_0', summary: [{ text: 'Thought 0: where to look?' }], encrypted_content: expect.any(String) })
    expect(await ask([user, reasoning, call, result])).toBe('completed')
    expect(await ask([user, call, result])).toBe('completed')
    const [, kept = 0, dropped = 0] = calls.map(({ usage }) => usage?.input)
    expect(kept - dropped).toBe(7)
  })

  test('reasoning needs what it led to; stored, also the reverse', async () => {
    const { ask, user, reasoning, call, result } = await started()
    expect(reasoning.encrypted_content).toBeUndefined()
    expect(await ask([user, reasoning, call, result])).toBe('completed')
    expect(await ask([user, reasoning, user])).toBe("400 Item 'rs_0' of type 'reasoning' was provided without its required following item.")
    expect(await ask([user, call, result])).toBe(
      "400 Item 'fc_0_0' of type 'function_call' was provided without its required 'reasoning' item: 'rs_0'.",
    )
  })

  test('what is stored can be named, what is not cannot', async () => {
    const { ask, id, user, reasoning, call, result, calls } = await started()
    expect(await ask([result], { previous_response_id: id })).toBe('completed')
    expect(await ask([user, { type: 'item_reference', id: reasoning.id }, call, result])).toBe('completed')
    expect(calls[1]?.usage).toEqual({ ...calls[2]?.usage, cacheRead: 0 })
    expect(await ask([user, { type: 'item_reference', id: 'rs_7' }, call, result])).toMatch("404 Item with id 'rs_7' not found.")
    const unstored = await started({ store: false })
    expect(await unstored.ask([unstored.user, unstored.reasoning, unstored.call, unstored.result])).toMatch(
      "404 Item with id 'rs_0' not found.",
    )
  })
})

test('deepseek wants its reasoning back until the user speaks again', async () => {
  const { url } = await scripted(looks)
  const options = { model: 'deepseek-v4-pro', tools: ['read'] }
  const history = [openaiChat.user('Look around.')]
  const { native, calls } = await openaiChat.ask(url, history, options)
  const [message] = native as [{ reasoning_content?: string }]
  expect(message.reasoning_content).toBe('Thought 0: where to look?')
  const results = openaiChat.results(calls, ['What is in it.'])
  const { reasoning_content: _thought, ...bare } = message
  await expect(openaiChat.ask(url, [...history, bare, ...results], options)).rejects.toThrow(
    '400 Missing `reasoning_content` field in the assistant message at message index 1.',
  )
  await expect(openaiChat.ask(url, [...history, message, ...results], options)).resolves.toMatchObject({ finish: 'tool_calls' })
  await expect(openaiChat.ask(url, [...history, bare, ...results, openaiChat.user('And?')], options)).resolves.toBeDefined()
})

test('streamed thinking carries a signature that holds', async () => {
  const { url } = await scripted(looks)
  const options = { stream: true, tools: ['read'] }
  const history = [anthropic.user('Look around.')]
  for (let round = 0; round < 3; round++) {
    const { native, calls } = await anthropic.ask(url, history, options)
    history.push(...native, ...anthropic.results(calls, ['What is in it.']))
  }
  expect(history).toHaveLength(7)
})

/** Status and message, as the SDKs print them; Anthropic's wraps the whole body. */
function errorText(error: Error & { status?: number; error?: { error?: { message?: string } } }): string {
  return error.error?.error?.message ? `${error.status} ${error.error.error.message}` : error.message
}
