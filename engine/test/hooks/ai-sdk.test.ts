/** `prepareStep` in the AI SDK's own loop. */
import { generateText, isStepCount, jsonSchema, streamText, tool, type ModelMessage, type PrepareStepResult, type ToolSet } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { prepareStep } from '../../src/hooks/index.js'
import { CannotFitError, emptyLedger, presets, type Fitted, type Ledger } from '../../src/index.js'

type Call = MockLanguageModelV4['doGenerateCalls'][number]
type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>

const LINES = Array.from({ length: 120 }, (_, i) => `${i}\tconst line${i} = ${i} * 7`).join('\n')
const tools = {
  read: tool({
    description: 'Reads a file',
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
    execute: ({ path }) => `${path}\n${LINES}`,
  }),
} satisfies ToolSet

const usage = (total: number, cacheRead: number): Answer['usage'] => ({
  inputTokens: { total, noCache: total - cacheRead, cacheRead, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
})

/** A model that reads one file after the other, then says that it is done. */
const reader = (files: number): MockLanguageModelV4 => {
  let step = 0
  return new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5.5',
    doGenerate: async (): Promise<Answer> => {
      step++
      const input = JSON.stringify({ path: `src/${step}.ts` })
      return {
        content:
          step > files ? [{ type: 'text', text: 'Done.' }] : [{ type: 'tool-call', toolCallId: `call_${step}`, toolName: 'read', input }],
        finishReason: { unified: step > files ? 'stop' : 'tool-calls', raw: undefined },
        usage: usage(1000, 500),
        warnings: [],
      }
    },
  })
}

const user: ModelMessage = { role: 'user', content: 'Read the files' }
const eager = { ...presets.safe, schedule: { ...presets.safe.schedule, appetite: () => Infinity } }

test('each step is fitted, what was left out stays out, and the history is whole', async () => {
  const model = reader(12)
  const fitted: Fitted<unknown>[] = []
  const window = 6_000
  const { steps, text } = await generateText({
    model,
    tools,
    instructions: 'Be brief.',
    messages: [user],
    stopWhen: isStepCount(20),
    prepareStep: prepareStep({ window, reserve: 1000, tools, onFit: (each) => void fitted.push(each) }),
  })
  expect(text).toBe('Done.')
  expect(fitted).toHaveLength(13)
  // Planned on the originals, whatever was sent of them: the history grows by a call and a result each step.
  expect(fitted.map(({ plan }) => plan.before)).toEqual(fitted.map(({ plan }) => plan.before).toSorted((a, b) => a - b))
  expect(fitted.at(-1)?.plan.before).toBeGreaterThan(window)
  expect(fitted.every(({ plan }) => plan.fits && plan.after <= window - 1000)).toBe(true)
  expect(fitted.at(-1)?.plan).toMatchObject({ envelope: { provider: 'openai', model: 'gpt-5.5' } })
  expect(fitted.at(-1)?.plan.edits.length).toBeGreaterThan(2)
  // Once left out, always left out, by the same words.
  fitted.slice(1).forEach(({ ledger }, i) => expect(ledger.taken.slice(0, fitted[i]?.ledger.taken.length)).toEqual(fitted[i]?.ledger.taken))
  model.doGenerateCalls.slice(1).forEach(({ prompt }, i) => {
    const before = (model.doGenerateCalls[i] as Call).prompt
    if (fitted[i + 1]?.plan.firstChange === null) expect(prompt.slice(0, before.length)).toEqual(before)
  })
  // What the app stores was never touched.
  const said = steps.flatMap(({ response }) => response.messages)
  const stored = said.flatMap(({ role, content }) => (role === 'tool' ? content : []))
  expect(stored.map((part) => part.type === 'tool-result' && part.output)).toEqual(
    Array.from({ length: 12 }, (_, i) => ({ type: 'text', value: `src/${i + 1}.ts\n${LINES}` })),
  )
})

test('the next call of generateText goes on with the same ledger', async () => {
  const ledgers: Ledger[] = []
  const hook = prepareStep({ window: 6_000, reserve: 1000, preset: eager, onFit: ({ ledger }) => void ledgers.push(ledger) })
  const run = (messages: ModelMessage[], files: number) =>
    generateText({ model: reader(files), tools, messages, stopWhen: isStepCount(20), prepareStep: hook })
  const first = await run([user], 8)
  const [before] = ledgers.slice(-1) as [Ledger]
  expect(before.taken.length).toBeGreaterThan(0)
  await run([user, ...first.steps.flatMap(({ response }) => response.messages), { role: 'user', content: 'Go on' }], 0)
  expect(ledgers.at(-1)?.taken.slice(0, before.taken.length)).toEqual(before.taken)
})

test('the provider’s usage is booked', async () => {
  const ledgers: Ledger[] = []
  const hook = prepareStep({ window: 6_000, clock: () => 7, ledger: emptyLedger(), onFit: ({ ledger }) => void ledgers.push(ledger) })
  await generateText({ model: reader(2), tools, messages: [user], stopWhen: isStepCount(5), prepareStep: hook })
  const [lane] = Object.values(ledgers.at(-1)?.lanes ?? {})
  expect(lane?.lastCallAt).toBe(7)
  expect(lane?.ratio).not.toBe(1)
})

test('what cannot fit is the caller’s to know', async () => {
  const long: ModelMessage = { role: 'user', content: LINES.repeat(20) }
  const run = generateText({ model: reader(1), messages: [long], prepareStep: prepareStep({ window: 2000 }) })
  await expect(run).rejects.toThrow(CannotFitError)
})

test('it is a hook of streamText too, and of any step that says no more than its messages', async () => {
  const hook = prepareStep({ window: 6_000 })
  const options: Parameters<typeof streamText>[0] = { model: reader(0), messages: [user], prepareStep: hook }
  const step: PrepareStepResult<ToolSet> = await hook({ messages: options.messages as ModelMessage[] })
  expect(step).toEqual({ messages: [user] })
})
