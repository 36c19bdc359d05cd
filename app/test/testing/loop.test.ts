/** A real agent's loop: the engine fits every request, the scripted provider checks, bills and answers it. */
import Anthropic from '@anthropic-ai/sdk'
import { emptyLedger, fit, type Ledger, type Plan, settle, undo, type Usage } from '@loadline/engine'
import OpenAI from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Provider, Script } from '../../src/testing/index.js'
import { scripted } from './started.js'

const WINDOW = 16_000
const ROUNDS = 30
const PRICES = { read: 0.1, write: 1.25, ttl: 60 * 60_000 }

/** Reads one file after the other; thinks aloud where the provider can carry it. */
const readsOn: Script = ({ n, dialect }) => ({
  text: `Now file ${n}.`,
  ...(dialect === 'anthropic' && { thinking: `What does file ${n} say? `.repeat(5) }),
  calls: [
    { tool: 'read', args: { path: `${n}.txt` } },
    { tool: 'stat', args: { path: `${n}.txt` } },
  ],
})

/** Up to 3,000 tokens, no two alike. */
const fileText = (n: number) => `File ${n}. `.padEnd(4_000 + 2_000 * (n % 5), `line of file ${n}, and more of it\n`)

interface Agent {
  /** One call and its tools; what was sent stands in the result. */
  step(ledger: Ledger, options: { now: number; pins: string[] }): Promise<{ plan: Plan; ledger: Ledger; sent: string; usage: Usage }>
}

const openaiAgent = (url: string): Agent => {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You read files.' },
    { role: 'user', content: 'Read them all.' },
  ]
  const tools = ['read', 'stat'].map((name) => ({ type: 'function' as const, function: { name, parameters: { type: 'object' } } }))
  return {
    async step(ledger, options) {
      const body = { model: 'gpt-5.4', max_completion_tokens: 1_000, tools, messages }
      const fitted = fit(body, { window: WINDOW, ledger, prices: PRICES, ...options })
      const { choices, usage } = await client.chat.completions.create(fitted.request)
      const message = choices[0]?.message as OpenAI.ChatCompletionMessage
      messages.push(message)
      for (const call of message.tool_calls ?? [])
        if (call.type === 'function')
          messages.push({ role: 'tool', tool_call_id: call.id, content: run(call.function.name, call.function.arguments) })
      const spent = { input: usage?.prompt_tokens ?? 0, cacheRead: usage?.prompt_tokens_details?.cached_tokens ?? 0 }
      return { plan: fitted.plan, ledger: settle(fitted.ledger, { usage: spent }), sent: JSON.stringify(fitted.request), usage: spent }
    },
  }
}

const anthropicAgent = (url: string): Agent => {
  const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Read them all.' }]
  const tools = ['read', 'stat'].map((name) => ({ name, input_schema: { type: 'object' as const } }))
  return {
    async step(ledger, options) {
      const cache_control = { type: 'ephemeral' as const }
      const body = { model: 'claude-opus-5-5', max_tokens: 1_000, system: 'You read files.', tools, cache_control, messages }
      const fitted = fit(body, { window: WINDOW, ledger, prices: PRICES, breakpoint: true, ...options })
      const { content, usage } = await client.messages.create(fitted.request)
      const results = content.flatMap((block) =>
        block.type === 'tool_use'
          ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: run(block.name, JSON.stringify(block.input)) }]
          : [],
      )
      messages.push({ role: 'assistant', content }, { role: 'user', content: results })
      const [cacheRead, cacheWrite] = [usage.cache_read_input_tokens ?? 0, usage.cache_creation_input_tokens ?? 0]
      const spent = { input: usage.input_tokens + cacheRead + cacheWrite, cacheRead, cacheWrite }
      return { plan: fitted.plan, ledger: settle(fitted.ledger, { usage: spent }), sent: JSON.stringify(fitted.request), usage: spent }
    },
  }
}

function run(name: string, args: string): string {
  const n = Number.parseInt(JSON.parse(args).path)
  return name === 'read' ? fileText(n) : `${fileText(n).length} bytes`
}

/** As the provider's invoice would say, in base-price tokens. */
const billed = ({ input, cacheRead = 0, cacheWrite = 0 }: Usage) =>
  PRICES.read * cacheRead + PRICES.write * cacheWrite + (input - cacheRead - cacheWrite)

const quoted = (text: string) => JSON.stringify(text).slice(1, -1)

type Round = Awaited<ReturnType<Agent['step']>>

describe.each([
  { name: 'openai', agentAt: openaiAgent, call: 'call_', lane: 'openai/gpt-5.4', rounding: 128 },
  { name: 'anthropic, with bound thinking', agentAt: anthropicAgent, call: 'toolu_', lane: 'anthropic/claude-opus-5-5', rounding: 1 },
])('$name', ({ agentAt, call, lane, rounding }) => {
  let now = 1_000_000
  let provider: Provider
  let step: (ledger: Ledger) => Promise<Round>
  const rounds: Round[] = []
  const last = () => rounds.at(-1) as Round

  /** Thirty rounds, a call every twenty seconds, with the first file pinned. */
  beforeAll(async () => {
    const models = { 'gpt-5.4': { window: WINDOW }, 'claude-opus-5-5': { window: WINDOW } }
    provider = await scripted(readsOn, { models, now: () => now })
    const agent = agentAt(provider.url)
    step = (ledger) => agent.step(ledger, { now: (now += 20_000), pins: [`${call}0_0`] })
    for (let ledger = emptyLedger(); rounds.length < ROUNDS; ledger = last().ledger) rounds.push(await step(ledger))
  })

  test('thirty rounds of big results pass a small window without one refusal', () => {
    expect(provider.calls.map(({ status, refused }) => [status, refused])).toEqual(Array(ROUNDS).fill([200, undefined]))
    expect(last().plan.before).toBeGreaterThan(3 * WINDOW)
    expect(last().plan.edits.length).toBeGreaterThan(10)
    const thoughtful = rounds.filter(({ sent }) => sent.includes('"signature"')).length
    expect(thoughtful).toBeGreaterThanOrEqual(lane.startsWith('anthropic') ? ROUNDS / 2 : 0)
  })

  test('what was sent is read from the cache at the next call, unless the plan says that the prefix changed', () => {
    const rewrites = rounds.filter(({ plan }) => plan.firstChange !== null).length
    expect(rewrites).toBeGreaterThan(0)
    expect(rewrites).toBeLessThan(ROUNDS / 2)
    rounds.forEach(({ plan, usage }, i) => {
      const before = rounds[i - 1]?.usage.input ?? 0
      if (plan.firstChange === null && before >= 1_024 + rounding)
        expect(usage.cacheRead, `call ${i + 1}`).toBeGreaterThan(before - rounding)
    })
  })

  test('the ledger’s account is the provider’s invoice', () => {
    const invoice = provider.calls.reduce((sum, { usage }) => sum + billed(usage as Usage), 0)
    const account = last().ledger.lanes[lane]
    expect(account?.spent).toBeCloseTo(invoice, 3)
    expect(account?.none).toBeGreaterThan(invoice)
  })

  test('what is pinned stays, what was left out comes back when it is undone', async () => {
    expect(rounds.slice(1).every(({ sent }) => sent.includes(quoted(fileText(0))))).toBe(true)

    const { ledger, plan, sent } = last()
    const elided = plan.edits.findLast(({ pass }) => pass === 'elide')
    const id = elided && 'target' in elided.edit ? elided.edit.target : ''
    const n = Number(/_(\d+)_0/.exec(id)?.[1])
    expect(sent).not.toContain(quoted(fileText(n)))
    const next = await step(undo(ledger, id))
    expect(next.sent).toContain(quoted(fileText(n)))
    expect(next.plan.firstChange).not.toBeNull()
    expect((await step(next.ledger)).sent).toContain(quoted(fileText(n)))
  })
})
