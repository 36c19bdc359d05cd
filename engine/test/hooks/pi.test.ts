/** `transformContext` in pi's own agent (R1-01, R1-02). */
import { Agent, type AgentMessage, type AgentTool } from '@earendil-works/pi-agent-core'
import {
  createFauxCore,
  fauxAssistantMessage,
  fauxText,
  fauxThinking,
  fauxToolCall,
  type FauxResponseStep,
} from '@earendil-works/pi-ai/providers/faux'
import { expect, test } from 'vitest'
import { transformContext, type TransformContextOptions } from '../../src/hooks/index.js'
import { CannotFitError, ShapeError, type Fitted, type Ledger } from '../../src/index.js'
import { deepFreeze } from '../bed/frozen.js'

const LINES = Array.from({ length: 120 }, (_, i) => `${i}\tconst line${i} = ${i} * 7`).join('\n')

const read: AgentTool = {
  name: 'read',
  label: 'Read',
  description: 'Reads a file',
  parameters: { type: 'object', properties: { path: { type: 'string' } } } as never,
  execute: async (_id, params) => {
    const { path } = params as { path: string }
    return { content: [{ type: 'text', text: `${path}\n${LINES}` }], details: { path } }
  },
}

/** An agent whose model reads so many files, and what it was sent. */
function agentThatReads(files: number, options: TransformContextOptions) {
  const faux = createFauxCore({ provider: 'anthropic', models: [{ id: 'claude-sonnet-4-5' }] })
  const sent: AgentMessage[][] = []
  const steps = Array.from({ length: files }, (_, i): FauxResponseStep =>
    fauxAssistantMessage([fauxThinking(`File ${i}.`), fauxToolCall('read', { path: `src/${i}.ts` }, { id: `call_${i}` })], {
      stopReason: 'toolUse',
    }),
  )
  faux.setResponses([...steps, fauxAssistantMessage(fauxText('Done.'))])
  const agent: Agent = new Agent({
    initialState: { systemPrompt: 'Be brief.', model: faux.models[0], tools: [read] },
    transformContext: transformContext({ model: () => agent.state.model, ...options }),
    streamFn: (model, context, given) => {
      sent.push(context.messages as AgentMessage[])
      return faux.streamSimple(model, context, given)
    },
  })
  return { agent, sent }
}

test('each call is fitted, and the agent’s own messages are never changed', async () => {
  const fitted: Fitted<unknown>[] = []
  const window = 6_000
  const { agent, sent } = agentThatReads(12, { window, reserve: 1000, onFit: (each) => void fitted.push(each) })
  await agent.prompt('Read the files')
  expect(fitted).toHaveLength(13)
  expect(sent).toHaveLength(13)
  expect(fitted.at(-1)?.plan.before).toBeGreaterThan(window)
  expect(fitted.every(({ plan }) => plan.fits && plan.after <= window - 1000)).toBe(true)
  fitted.slice(1).forEach(({ ledger }, i) => expect(ledger.taken.slice(0, fitted[i]?.ledger.taken.length)).toEqual(fitted[i]?.ledger.taken))
  expect(JSON.stringify(sent.at(-1))).not.toContain('src/0.ts\\n0\\tconst')
  expect(fitted.at(-1)?.plan.envelope).toMatchObject({ provider: 'anthropic', model: 'claude-sonnet-4-5', boundThinking: false })
  // The system message comes first, with the tools; the history is whole.
  expect(sent.at(-1)?.[0]).toMatchObject({ role: 'system', toolsAdded: [{ name: 'read' }] })
  const results = agent.state.messages.flatMap((message) => (message.role === 'toolResult' ? [message.content] : []))
  expect(results).toEqual(Array.from({ length: 12 }, (_, i) => [{ type: 'text', text: `src/${i}.ts\n${LINES}` }]))
  expect(
    agent.state.messages
      .flatMap((message) => (message.role === 'assistant' ? message.content : []))
      .filter(({ type }) => type === 'thinking'),
  ).toHaveLength(12)
})

test('the provider’s usage is booked, and a call that failed is not', async () => {
  const ledgers: Ledger[] = []
  const hook = transformContext({ window: 6_000, onFit: ({ ledger }) => void ledgers.push(ledger) })
  const lanes = () => Object.values(ledgers.at(-1)?.lanes ?? {})
  const user: AgentMessage = { role: 'user', content: 'Hi', timestamp: 1 }
  const answer = (input: number, timestamp: number) => ({
    ...fauxAssistantMessage('Yes.', { timestamp }),
    usage: {
      input,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: input + 1,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
  })
  const history: AgentMessage[] = deepFreeze([user, answer(40, 2), user, answer(80, 4), user])
  await hook(history.slice(0, 1))
  expect(lanes()).toEqual([])
  await hook(history.slice(0, 1))
  expect(lanes()).toEqual([])
  await hook(history.slice(0, 3))
  expect(lanes()).toHaveLength(1)
  expect(lanes()[0]?.ratio).toBeGreaterThan(1)
  await hook([...history.slice(0, 3), answer(0, 4), user])
  expect(lanes()).toHaveLength(1)
})

const user = (content: string): AgentMessage => ({ role: 'user', content, timestamp: 1 })

test('nothing is thrown: what cannot fit is sent as small as it can be', async () => {
  const errors: unknown[] = []
  const hook = transformContext({ window: 1000, onError: (error) => errors.push(error) })
  const history = [user('Hi'), fauxAssistantMessage(LINES, { timestamp: 2 }), user(LINES)]
  expect(await hook<AgentMessage>(history)).toEqual([user(LINES)])
  expect(errors).toEqual([expect.any(CannotFitError)])
})

test('nothing is thrown: what nobody can read is sent as it is', async () => {
  const errors: unknown[] = []
  const hook = transformContext({ window: 1000, onError: (error) => errors.push(error) })
  const history = [{ role: 'user', content: 7 }]
  expect(await hook(history)).toBe(history)
  expect(errors).toEqual([expect.any(ShapeError)])
})

test('where the ledger cannot be persisted, what was decided stands and nothing new is', async () => {
  let full = false
  const hook = transformContext({
    window: 6_000,
    reserve: 1000,
    onFit: () => {
      if (full) throw new Error('disk full')
    },
  })
  const { agent } = agentThatReads(12, { window: 100_000 })
  await agent.prompt('Read the files')
  const history = agent.state.messages.slice(0, -1)
  const before = await hook(history)
  full = true
  const after = await hook([...history, user('Go on')])
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.at(-1)).toEqual(user('Go on'))
})
