/** For the AI SDK: `generateText({ ..., prepareStep: prepareStep({ window: 128_000 }) })` fits the messages before each step. */
import { aiSdk } from '../adapters/index.js'
import type { Usage } from '../types.js'
import { Keeper, type HookOptions } from './keeper.js'

export interface PrepareStepOptions extends HookOptions {
  /** The tools given to `generateText`: the SDK does not tell a hook of them, and they count too. */
  tools?: object
}

/** What the SDK hands over, as far as it is looked at. */
interface Step<M> {
  messages: M[]
  model?: unknown
  instructions?: unknown
  steps?: readonly { usage?: StepUsage }[]
}

interface StepUsage {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  inputTokenDetails?: { cacheReadTokens?: number | undefined; cacheWriteTokens?: number | undefined }
}

/** One for each conversation: it remembers what it left out. */
export function prepareStep({ tools, ...options }: PrepareStepOptions = {}): <M extends object>(
  step: Step<M>,
) => Promise<{ messages: M[] }> {
  const keeper = new Keeper(aiSdk, options)
  let originals: readonly object[] = []
  let sent: readonly object[] = []
  return async <M extends object>({ messages, model, instructions, steps = [] }: Step<M>) => {
    // The SDK carries what we returned over to the next step: what stood there before is put back and decided on anew.
    const history = begins(messages, sent) ? [...(originals as readonly M[]), ...messages.slice(sent.length)] : messages
    const usage = usageOf(steps.at(-1)?.usage)
    const fitted = await keeper.fit({ messages: history, model, instructions, tools }, usage && { usage })
    originals = history
    sent = fitted.messages
    return { messages: fitted.messages }
  }
}

const begins = (messages: readonly object[], head: readonly object[]): boolean =>
  head.length > 0 && messages.length >= head.length && head.every((message, i) => message === messages[i])

function usageOf(usage: StepUsage | undefined): Usage | undefined {
  if (usage?.inputTokens === undefined) return undefined
  const { cacheReadTokens, cacheWriteTokens } = usage.inputTokenDetails ?? {}
  return {
    input: usage.inputTokens,
    ...(cacheReadTokens !== undefined && { cacheRead: cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWrite: cacheWriteTokens }),
    ...(usage.outputTokens !== undefined && { output: usage.outputTokens }),
  }
}
