/** Over the window: every provider's way of saying so, or of saying nothing. */
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { overflow, type OverflowShape } from '../../src/testing/index.js'
import { anthropic, type Client, clients, gemini, openaiChat, openaiResponses } from './clients.js'
import { scripted } from './started.js'

const windowed = (client: Client, window: number, shape?: OverflowShape) => ({
  models: { [client.model]: { window, ...(shape && { overflow: shape }) } },
})
const long = 'x'.repeat(4 * 5_000)

const FITS = null

const rows: [client: Client, maxTokens: number | undefined, window: number, words: string | null][] = [
  [openaiChat, undefined, 4_096, 'maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.'],
  [
    openaiChat,
    100,
    4_096,
    'maximum context length is 4096 tokens. However, you requested 5100 tokens (5000 in the messages, 100 in the completion).',
  ],
  [openaiChat, 1_000, 5_500, 'you requested 6000 tokens (5000 in the messages, 1000 in the completion)'],
  [openaiChat, 1_000, 6_000, FITS],
  [openaiResponses, 1_000, 4_096, 'Your input exceeds the context window of this model.'],
  [openaiResponses, 1_000, 5_500, FITS],
  [anthropic, 1_000, 4_096, 'prompt is too long: 5000 tokens > 4096 maximum'],
  [anthropic, 1_000, 5_500, 'input length and `max_tokens` exceed context limit: 5000 + 1000 > 5500'],
  [anthropic, 500, 5_500, FITS],
  [gemini, 1_000, 4_096, 'The input token count (5000) exceeds the maximum number of tokens allowed (4096).'],
  [gemini, 1_000, 5_500, FITS],
]

test.each(rows.map(([client, maxTokens, window, words]) => ({ client, name: client.name, maxTokens, window, words })))(
  '$name, 5000 tokens and max_tokens $maxTokens in a window of $window: $words',
  async ({ client, maxTokens, window, words }) => {
    const { url, calls } = await scripted(() => 'It fits.', windowed(client, window))
    for (const stream of [false, true]) {
      const asked = client.ask(url, [client.user(long)], { stream, ...(maxTokens !== undefined && { maxTokens }) })
      if (words === FITS) expect((await asked).text).toBe('It fits.')
      else await expect(asked).rejects.toThrow(words)
    }
    expect(calls.every(({ refused, usage }) => (refused === undefined) === (usage !== undefined))).toBe(true)
  },
)

const numbers = { input: 204_308, output: 1_024, window: 128_000 }

/** Status, and words of the body; of an answer, what it says. */
test.each<[shape: OverflowShape, status: number, words: RegExp]>([
  [
    'openai',
    400,
    /maximum context length is 128000 tokens. However, you requested 205332 tokens \(204308 in the messages, 1024 in the completion\).*"code":"context_length_exceeded"/,
  ],
  ['openai-responses', 400, /exceeds the context window of this model.*"code":"context_length_exceeded"/],
  ['anthropic', 400, /"invalid_request_error","message":"prompt is too long: 204308 tokens > 128000 maximum"/],
  ['anthropic-bytes', 413, /"request_too_large"/],
  ['deepseek', 400, /you requested 205332 tokens.*"code":"invalid_request_error"/],
  [
    'gemini',
    400,
    /The input token count \(204308\) exceeds the maximum number of tokens allowed \(128000\)\.","status":"INVALID_ARGUMENT"/,
  ],
  ['gemini-uncounted', 400, /The input token count exceeds the maximum number of tokens allowed \(128000\)/],
  ['mistral', 400, /Prompt contains 204308 tokens .* too large for model with 128000 maximum context length/],
  ['xai', 400, /maximum prompt length is 128000 but the request contains 204308 tokens/],
  ['groq', 400, /Please reduce the length of the messages or completion\..*"context_length_exceeded"/],
  ['cerebras', 400, /Current length is 204308 while limit is 128000/],
  ['cerebras-bodiless', 413, /^$/],
  [
    'openrouter',
    400,
    /endpoint's maximum context length is 128000 tokens. However, you requested about 205332 tokens \(204308 of text input, 1024 in the output\)/,
  ],
  ['openrouter-200', 200, /"error":\{"message":"This endpoint's maximum context length/],
  ['together', 422, /The input \(204308 tokens\) is longer than the model's context length \(128000 tokens\)/],
  ['tgi', 422, /`inputs` tokens \+ `max_new_tokens` must be <= 128000/],
  ['fireworks', 400, /The prompt is too long: 204308, model maximum context length: 128000/],
  ['bedrock', 400, /Input is too long for requested model/],
  ['bedrock-tokens', 400, /Too many input tokens/],
  ['vllm', 400, /you requested 205332 tokens.*BadRequestError/],
  ['vllm-plus', 400, /your request has 204308 input tokens plus 1024 'max_tokens'/],
  ['vllm-at-least', 400, /you requested 1024 output tokens and your prompt contains at least 204308 input tokens/],
  ['llama.cpp', 400, /"exceed_context_size_error","n_prompt_tokens":204308,"n_ctx":128000/],
  ['lm-studio', 400, /\(n_keep: 204308>= n_ctx: 128000\)/],
  ['lm-studio-mlx', 400, /Context size has been exceeded/],
  ['ollama', 400, /prompt too long; exceeded max context length by 76308 tokens/],
  ['copilot', 400, /prompt token count of 204308 exceeds the limit of 128000/],
  ['kimi', 400, /exceeded model token limit: 128000 \(requested: 204308\)/],
  ['minimax', 400, /context window exceeds limit/],
  ['z-ai', 400, /"code":"1261","message":"Prompt too long"/],
  ['dashscope', 400, /Range of input length should be \[1, 128000\]/],
])('%s refuses with its own words', async (shape, status, words) => {
  const { url } = await scripted([overflow(shape, numbers)])
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect(response.status).toBe(status)
  expect(await response.text()).toMatch(words)
})

test('responses may fail after they began', async () => {
  const { url } = await scripted(() => 'Never said.', windowed(openaiResponses, 4_096, 'openai-responses-stream'))
  await expect(openaiResponses.ask(url, [openaiResponses.user(long)], { stream: true })).rejects.toThrow(
    'context_length_exceeded: Your input exceeds the context window of this model.',
  )
})

test.each<[shape: OverflowShape, heard: object]>([
  ['ollama-silent', { text: 'Hm.', finish: 'stop', usage: { input: 4_096 / 2 + 2, cacheRead: 0, output: 1 } }],
  ['z-ai-silent', { text: 'Hm.', finish: 'stop', usage: { input: 5_000, cacheRead: 0, output: 1 } }],
  ['xiaomi', { text: '', finish: 'length', usage: { input: 4_096, cacheRead: 0, output: 0 } }],
])('%s keeps silent: only the usage shows it', async (shape, heard) => {
  const { url } = await scripted(() => 'Hm.', windowed(openaiChat, 4_096, shape))
  expect(await openaiChat.ask(url, [openaiChat.user(long)], { stream: true })).toMatchObject(heard)
})

test('lm-studio-empty ends the stream before it says a word', async () => {
  const { url } = await scripted(() => 'Hm.', windowed(openaiChat, 4_096, 'lm-studio-empty'))
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
  const stream = await client.chat.completions.create({
    model: openaiChat.model,
    stream: true,
    messages: [{ role: 'user', content: long }],
  })
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  expect(chunks).toEqual([])
})

test('anthropic-window answers, and says that the window ended it', async () => {
  const { url } = await scripted(() => 'Half an ans', windowed(anthropic, 4_096, 'anthropic-window'))
  expect(await anthropic.ask(url, [anthropic.user(long)])).toMatchObject({ text: 'Half an ans', finish: 'model_context_window_exceeded' })
})

test('whoever fits is answered, whatever the shape', async () => {
  for (const client of clients) {
    const { url } = await scripted(() => 'It fits.', windowed(client, 4_096, 'llama.cpp'))
    expect((await client.ask(url, [client.user('Hello')])).text).toBe('It fits.')
  }
})
