/** Usage with a true prefix cache: what was sent before is read, what was edited is not. */
import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { MEDIA_TOKENS } from '../../src/testing/index.js'
import { anthropic, type Client, gemini, openaiChat, openaiResponses } from './clients.js'
import { scripted } from './started.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** So many tokens of text that begins with its name. */
const words = (name: string, tokens: number) => `${name} ${'.'.repeat(4 * tokens)}`.slice(0, 4 * tokens)

/** Three questions that grow the history by 3,000, 1,010 and 510 tokens; then the second one is edited in its middle. */
async function threeCallsAndAnEdit(client: Client, model: string) {
  const { url } = await scripted(() => words('Answer', 10))
  const history: unknown[] = []
  const usages: object[] = []
  for (const tokens of [3_000, 1_000, 500]) {
    history.push(client.user(words(`Question of ${tokens}`, tokens)))
    const { usage, native } = await client.ask(url, history, { model })
    const { output: _output, ...input } = usage
    usages.push(input)
    history.push(...native)
  }
  const edited = history.with(2, client.user(words('Question of 1000', 500) + words('Edited', 500))).slice(0, -1)
  const { output: _output, ...input } = (await client.ask(url, edited, { model })).usage
  return [...usages, input]
}

test.each<[title: string, client: Client, model: string, expected: object[]]>([
  [
    'anthropic: from breakpoint to breakpoint, an edit reads up to the one before it',
    anthropic,
    'claude-opus-5-5',
    [
      { input: 3_000, cacheRead: 0, cacheWrite: 3_000 },
      { input: 4_010, cacheRead: 3_000, cacheWrite: 1_010 },
      { input: 4_520, cacheRead: 4_010, cacheWrite: 510 },
      { input: 4_520, cacheRead: 3_000, cacheWrite: 1_520 },
    ],
  ],
  [
    'openai before 5.6: 1024 and steps of 128, an edit reads up to the changed letter',
    openaiChat,
    'gpt-5.4',
    [
      { input: 3_000, cacheRead: 0 },
      { input: 4_010, cacheRead: 1_024 + 15 * 128 },
      { input: 4_520, cacheRead: 1_024 + 23 * 128 },
      { input: 4_520, cacheRead: 1_024 + 19 * 128 },
    ],
  ],
  [
    'openai responses count the same',
    openaiResponses,
    'gpt-5.5',
    [
      { input: 3_000, cacheRead: 0 },
      { input: 4_010, cacheRead: 1_024 + 15 * 128 },
      { input: 4_520, cacheRead: 1_024 + 23 * 128 },
      { input: 4_520, cacheRead: 1_024 + 19 * 128 },
    ],
  ],
  [
    'openai since 5.6: no steps, writes are billed',
    openaiChat,
    'gpt-5.6-sol',
    [
      { input: 3_000, cacheRead: 0, cacheWrite: 3_000 },
      { input: 4_010, cacheRead: 3_000, cacheWrite: 1_010 },
      { input: 4_520, cacheRead: 4_010, cacheWrite: 510 },
      { input: 4_520, cacheRead: 3_000, cacheWrite: 1_520 },
    ],
  ],
  [
    'deepseek: whole units, the answer among them',
    openaiChat,
    'deepseek-v4-pro',
    [
      { input: 3_000, cacheRead: 0 },
      { input: 4_010, cacheRead: 3_010 },
      { input: 4_520, cacheRead: 4_020 },
      { input: 4_520, cacheRead: 3_010 },
    ],
  ],
  [
    'gemini: to the letter, above its minimum',
    gemini,
    'gemini-3-pro',
    [
      { input: 3_000, cacheRead: 0 },
      { input: 4_010, cacheRead: 3_000 },
      { input: 4_520, cacheRead: 4_010 },
      { input: 4_520, cacheRead: 3_510 },
    ],
  ],
])('%s', async (_title, client, model, expected) => {
  expect(await threeCallsAndAnEdit(client, model)).toEqual(expected)
})

test('deepseek says in its own words what it read', async () => {
  const { url } = await scripted(() => 'Well.')
  const body = JSON.stringify({ model: 'deepseek-v4-flash', messages: [{ role: 'user', content: words('Hello', 100) }] })
  const ask = async () => (await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })).json()
  expect(await ask()).toMatchObject({ usage: { prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 100 } })
  expect(await ask()).toMatchObject({ usage: { prompt_cache_hit_tokens: 100, prompt_cache_miss_tokens: 0 } })
})

test('every model, key and effort has a cache of its own', async () => {
  const { url, calls } = await scripted(() => 'Well.')
  const messages = [{ role: 'user', content: words('Hello', 2_048) }]
  for (const more of [
    {},
    {},
    { model: 'gpt-5.5' },
    { prompt_cache_key: 'other' },
    { reasoning_effort: 'high' },
    { tools: [{ type: 'function', function: { name: 'x' } }] },
  ]) {
    await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify({ model: 'gpt-5.4', messages, ...more }) })
  }
  expect(calls.map(({ usage }) => usage?.cacheRead)).toEqual([0, 2_048, 0, 0, 0, 0])
})

describe('anthropic’s markers', () => {
  const short = { cache_control: { type: 'ephemeral' as const } }
  const long = { cache_control: { type: 'ephemeral' as const, ttl: '1h' as const } }
  const block = (name: string, tokens: number, marker = {}) => ({ type: 'text' as const, text: words(name, tokens), ...marker })
  const blocks = (count: number, marker = {}) =>
    Array.from({ length: count }, (_, i) => block(`Block ${i}`, 100, i === count - 1 ? marker : {}))

  /** Usage of one call after the other, each at its time. */
  async function usages(asked: readonly { at?: number; system?: object[]; content: object[]; more?: object }[]) {
    let clock = 0
    const { url } = await scripted(() => 'Well.', { now: () => clock })
    const { messages } = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
    const found = []
    for (const { at = clock, system = [], content, more } of asked) {
      clock = at
      const body = { model: 'claude-opus-5-5', max_tokens: 100, system, messages: [{ role: 'user', content }], ...more }
      const { usage } = await messages.create(body as Anthropic.MessageCreateParamsNonStreaming)
      const { ephemeral_5m_input_tokens: five = 0, ephemeral_1h_input_tokens: hour = 0 } = usage.cache_creation ?? {}
      found.push([usage.cache_read_input_tokens, five, hour, usage.input_tokens])
    }
    return found
  }

  test('without one nothing is written, and below the minimum neither', async () => {
    const unmarked = { content: [block('A', 2_000)] }
    const small = { content: [block('A', 1_023, short)] }
    expect(await usages([unmarked, unmarked, small, small])).toEqual([
      [0, 0, 0, 2_000],
      [0, 0, 0, 2_000],
      [0, 0, 0, 1_023],
      [0, 0, 0, 1_023],
    ])
  })

  test('what stands behind the last one is not written', async () => {
    const asked = { system: [block('System', 1_500, short)], content: [block('A', 300)] }
    expect(await usages([asked, asked])).toEqual([
      [0, 1_500, 0, 300],
      [1_500, 0, 0, 300],
    ])
  })

  test('twenty positions are looked at, and no more', async () => {
    const first = { content: blocks(20, short) }
    expect(await usages([first, { content: blocks(39, short) }])).toEqual([
      [0, 2_000, 0, 0],
      [2_000, 1_900, 0, 0],
    ])
    expect(await usages([first, { content: blocks(40, short) }])).toEqual([
      [0, 2_000, 0, 0],
      [0, 4_000, 0, 0],
    ])
  })

  test('a marker further ahead saves what the last one cannot see', async () => {
    const system = [block('System', 1_500, short)]
    expect(
      await usages([
        { system, content: blocks(5, short) },
        { system, content: blocks(40, short) },
      ]),
    ).toEqual([
      [0, 2_000, 0, 0],
      [1_500, 4_000, 0, 0],
    ])
  })

  test('five minutes, renewed by every read; an hour where it was asked for', async () => {
    const asked = (marker: object) => (at: number) => ({ at, content: [block('A', 2_000, marker)] })
    const [four, eight, late] = [4 * MINUTE, 8 * MINUTE, 8 * MINUTE + 5 * MINUTE]
    const reads = (found: unknown[][]) => found.map(([read]) => read)
    expect(reads(await usages([0, four, eight, late].map(asked(short))))).toEqual([0, 2_000, 2_000, 0])
    expect(reads(await usages([0, 59 * MINUTE, 59 * MINUTE + HOUR].map(asked(long))))).toEqual([0, 2_000, 0])
  })

  test('long-lived and short-lived writes are told apart', async () => {
    const system = [block('System', 1_500, long)]
    const asked = (count: number) => ({ system, content: blocks(count, short) })
    expect(await usages([asked(5), { ...asked(6), at: 10 * MINUTE }, { ...asked(7), at: 11 * MINUTE }])).toEqual([
      [0, 500, 1_500, 0],
      [1_500, 600, 0, 0],
      [2_100, 100, 0, 0],
    ])
  })

  test('another tool choice or thinking costs the messages, not the system prompt', async () => {
    const asked = { system: [block('System', 1_500, short)], content: [block('A', 500, short)] }
    expect(
      await usages([
        asked,
        asked,
        { ...asked, more: { tool_choice: { type: 'any' } } },
        { ...asked, more: { thinking: { type: 'disabled' } } },
      ]),
    ).toEqual([
      [0, 2_000, 0, 0],
      [2_000, 0, 0, 0],
      [1_500, 500, 0, 0],
      [1_500, 500, 0, 0],
    ])
  })

  test('an entry can be read once the answer that writes it began, and a refused call writes none', async () => {
    const { url, calls } = await scripted(({ n }) =>
      n === 0 ? { fault: 'overloaded' } : { text: 'Well.', pace: { first: n === 1 ? 60 : 0 } },
    )
    const history = [anthropic.user(words('Hello', 2_000))]
    await expect(anthropic.ask(url, history)).rejects.toThrow('Overloaded')
    const slow = anthropic.ask(url, history, { stream: true })
    await expect.poll(() => calls.length).toBe(2)
    expect((await anthropic.ask(url, history)).usage.cacheRead).toBe(0)
    await slow
    expect((await anthropic.ask(url, history)).usage.cacheRead).toBe(2_000)
  })
})

test('the count of the prompt is the same asked for ahead and billed', async () => {
  const { url, calls } = await scripted(() => 'Well.')
  const client = new Anthropic({ baseURL: url, apiKey: 'none' })
  const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'AAAA' } }
  const body = {
    model: 'claude-opus-5-5',
    system: words('System', 10),
    tools: [{ name: 'read', input_schema: { type: 'object' as const } }],
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: words('Look', 20) }, image] }],
  }
  const tool = Math.ceil(JSON.stringify(body.tools[0]).length / 4)
  expect((await client.messages.countTokens(body)).input_tokens).toBe(10 + tool + 20 + MEDIA_TOKENS)
  await client.messages.create({ ...body, max_tokens: 10 })
  expect(calls[1]?.usage?.input).toBe(10 + tool + 20 + MEDIA_TOKENS)
})

test('a test may count in its own way', async () => {
  const { url } = await scripted(() => 'Well.', { count: (text) => text.length })
  expect((await openaiChat.ask(url, [openaiChat.user('12345')])).usage).toMatchObject({ input: 5, output: 5 })
})
