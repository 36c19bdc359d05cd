/** The AI SDK's loop against the scripted server: tools are run and answered without any of the test's doing. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import { type Script, tokensOf } from '../../src/testing/index.js'
import { scripted } from './started.js'

const providers: [name: string, model: (url: string) => LanguageModel][] = [
  ['openai, responses', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' })('gpt-5.5')],
  ['openai, chat', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' }).chat('gpt-5.4')],
  ['openai-compatible', (url) => createOpenAICompatible({ name: 'deepseek', baseURL: `${url}/v1`, includeUsage: true })('deepseek-v4-pro')],
  ['anthropic', (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none' })('claude-opus-5-5')],
  ['google', (url) => createGoogle({ baseURL: `${url}/v1beta`, apiKey: 'none' })('gemini-3-pro')],
]

const looksTwice: Script = [
  {
    thinking: 'Two files.',
    text: 'Let me look.',
    calls: [
      { tool: 'read', args: { path: 'a.txt' } },
      { tool: 'read', args: { path: 'b.txt' } },
    ],
  },
  { thinking: 'One more.', calls: [{ tool: 'read', args: { path: 'c.txt' } }] },
  { thinking: 'Done.', text: 'All is well.' },
]

function reader() {
  const paths: string[] = []
  const read = tool({
    description: 'Reads a file',
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }),
    execute: async ({ path }) => {
      paths.push(path)
      return `${path}: ${'planks and ropes '.repeat(50)}`
    },
  })
  return { paths, tools: { read } }
}

describe.each(providers)('%s', (_name, modelAt) => {
  test('generateText runs parallel tools over three steps', async () => {
    const { url, calls } = await scripted(looksTwice)
    const { paths, tools } = reader()
    const { text, steps } = await generateText({
      model: modelAt(url),
      instructions: 'You are a pilot.',
      prompt: 'Look around.',
      tools,
      stopWhen: stepCountIs(5),
      maxRetries: 0,
    })
    expect({ text, paths, steps: steps.length }).toEqual({ text: 'All is well.', paths: ['a.txt', 'b.txt', 'c.txt'], steps: 3 })
    expect(calls.map(({ status, refused }) => [status, refused])).toEqual(Array(3).fill([200, undefined]))
    expect(steps.map((step) => step.usage.inputTokens)).toEqual(calls.map((call) => call.usage?.input))
    expect(steps.map((step) => step.usage.outputTokens)).toEqual(calls.map((call) => call.usage?.output))
  })

  test('streamText hears the same, piece by piece', async () => {
    const { url, calls } = await scripted(looksTwice)
    const { paths, tools } = reader()
    const stream = streamText({ model: modelAt(url), prompt: 'Look around.', tools, stopWhen: stepCountIs(5), maxRetries: 0 })
    let heard = ''
    for await (const piece of stream.textStream) heard += piece
    expect({ heard, paths, steps: (await stream.steps).length }).toEqual({
      heard: 'Let me look.All is well.',
      paths: ['a.txt', 'b.txt', 'c.txt'],
      steps: 3,
    })
    expect(calls.every(({ refused, aborted }) => refused === undefined && !aborted)).toBe(true)
  })

  test('a rate limit is an error with its status and when to try again', async () => {
    const { url } = await scripted([{ fault: 'rate limited', retryAfter: 12 }])
    const error = await generateText({ model: modelAt(url), prompt: 'Hello', maxRetries: 0 }).catch((thrown: unknown) => thrown)
    expect(APICallError.isInstance(error) && [error.statusCode, error.responseHeaders?.['retry-after']]).toEqual([429, '12'])
  })

  test('an abort closes the request', async () => {
    const { url, calls } = await scripted(() => ({ text: 'One, two, three.', pace: { between: 60_000 } }))
    const leaving = new AbortController()
    const { stream } = streamText({ model: modelAt(url), prompt: 'Hello', maxRetries: 0, abortSignal: leaving.signal })
    const kinds = new Set<string>()
    const heard = (async () => {
      for await (const part of stream) kinds.add(part.type)
    })()
    await expect.poll(() => calls[0]?.usage).toBeDefined()
    leaving.abort()
    await heard
    expect(kinds).toContain('abort')
    await expect.poll(() => calls[0]?.aborted).toBe(true)
  })
})

test('cached tokens reach the AI SDK’s usage', async () => {
  const prompt = 'Hello, pilot. '.repeat(1_000)
  for (const [name, modelAt] of providers) {
    const { url, calls } = await scripted(() => 'Well.')
    const ask = () =>
      generateText({
        model: modelAt(url),
        messages: [{ role: 'user', content: prompt, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }],
        maxRetries: 0,
      })
    await ask()
    const { usage } = await ask()
    expect(calls[1]?.usage?.cacheRead, name).toBeGreaterThan(tokensOf(prompt) - 128)
    expect(usage.inputTokenDetails.cacheReadTokens, name).toBe(calls[1]?.usage?.cacheRead)
    expect(usage.inputTokens, name).toBe(tokensOf(prompt))
  }
})
