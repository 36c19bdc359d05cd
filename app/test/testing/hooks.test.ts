/** The hooks in the loops they are made for, over the wire: many steps with large results in a small window, and no refusal. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { Agent, type AgentTool } from '@earendil-works/pi-agent-core'
import { streamSimple } from '@earendil-works/pi-ai/api/anthropic-messages'
import type { Fitted } from '@loadline/engine'
import { prepareStep, transformContext } from '@loadline/engine/hooks'
import { generateText, jsonSchema, type LanguageModel, stepCountIs, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import type { Script } from '../../src/testing/index.js'
import { scripted } from './started.js'

const STEPS = 14
const WINDOW = 16_000
const TEXT = 'planks and ropes\n'.repeat(400)

/** Reads one file after the other, then says that it is done. */
const reads: Script = [
  ...Array.from({ length: STEPS }, (_, i) => ({ thinking: `File ${i}.`, calls: [{ tool: 'read', args: { path: `${i}.txt` } }] })),
  { text: 'Done.' },
]

const providers: [name: string, id: string, model: (url: string) => LanguageModel][] = [
  ['openai, responses', 'gpt-5.5', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' })('gpt-5.5')],
  ['openai, chat', 'gpt-5.4', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' }).chat('gpt-5.4')],
  ['anthropic', 'claude-opus-5-5', (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none' })('claude-opus-5-5')],
  ['google', 'gemini-3-pro', (url) => createGoogle({ baseURL: `${url}/v1beta`, apiKey: 'none' })('gemini-3-pro')],
]

describe.each(providers)('prepareStep, %s', (_name, id, modelAt) => {
  test('every step is fitted and accepted', async () => {
    const { url, calls } = await scripted(reads, { models: { [id]: { window: WINDOW } } })
    const fitted: Fitted<unknown>[] = []
    const tools = {
      read: tool({
        description: 'Reads a file',
        inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
        execute: async ({ path }) => `${path}\n${TEXT}`,
      }),
    }
    const { text } = await generateText({
      model: modelAt(url),
      prompt: 'Read them all.',
      tools,
      maxOutputTokens: 1_000,
      stopWhen: stepCountIs(STEPS + 1),
      maxRetries: 0,
      prepareStep: prepareStep({ window: WINDOW, reserve: 2_000, tools, onFit: (each) => void fitted.push(each) }),
    })
    expect(text).toBe('Done.')
    expect(calls.map(({ refused }) => refused)).toEqual(Array(STEPS + 1).fill(undefined))
    expect(fitted.at(-1)?.plan.before).toBeGreaterThan(WINDOW)
    expect(fitted.at(-1)?.plan.edits.length).toBeGreaterThan(0)
  })
})

test('R1-01 transformContext in pi’s agent, over the wire of Anthropic', async () => {
  const { url, calls } = await scripted(reads, { models: { 'claude-sonnet-4-5': { window: WINDOW } } })
  const fitted: Fitted<unknown>[] = []
  const read: AgentTool = {
    name: 'read',
    label: 'Read',
    description: 'Reads a file',
    parameters: { type: 'object', properties: { path: { type: 'string' } } } as never,
    execute: async (_id, params) => ({ content: [{ type: 'text', text: `${(params as { path: string }).path}\n${TEXT}` }], details: {} }),
  }
  const model = {
    id: 'claude-sonnet-4-5',
    name: 'Claude',
    api: 'anthropic-messages' as const,
    provider: 'anthropic',
    baseUrl: url,
    reasoning: false,
    input: ['text' as const],
    cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
    contextWindow: WINDOW,
    maxTokens: 1_000,
  }
  const agent = new Agent({
    initialState: { systemPrompt: 'Be brief.', model, tools: [read] },
    transformContext: transformContext({ window: WINDOW, reserve: 2_000, onFit: (each) => void fitted.push(each) }),
    streamFn: (asked, context, options) => streamSimple(asked as typeof model, context, { ...options, apiKey: 'none' }),
  })
  await agent.prompt('Read them all.')
  expect(agent.state.errorMessage).toBeUndefined()
  expect(calls.map(({ refused }) => refused)).toEqual(Array(STEPS + 1).fill(undefined))
  expect(fitted.at(-1)?.plan.before).toBeGreaterThan(WINDOW)
  const kept = agent.state.messages.flatMap((message) => (message.role === 'toolResult' ? [JSON.stringify(message.content).length] : []))
  expect(Math.min(...kept)).toBeGreaterThan(TEXT.length)
})
