/** For pi: `new Agent({ ..., transformContext: transformContext({ window: 200_000 }) })` fits the messages before each call. */
import { pi } from '../adapters/index.js'
import { Keeper, type HookOptions, type Outcome } from './keeper.js'

export interface TransformContextOptions extends Omit<HookOptions, 'model'> {
  /** The model that is asked, by name, or as the agent has it now: `() => agent.state.model`. A change of model finds another cache. */
  model?: string | (() => { provider: string; id: string })
  /** Told what went wrong: pi wants an answer whatever happens, so nothing is thrown. */
  onError?: (error: unknown) => void
}

/** One for each conversation: it remembers what it left out. The agent's own messages are never changed. */
export function transformContext({ onError, model, ...options }: TransformContextOptions = {}): <M extends object>(
  messages: M[],
  signal?: unknown,
) => Promise<M[]> {
  const keeper = new Keeper(pi, typeof model === 'string' ? { ...options, model } : options)
  let settled: object | undefined
  return async <M extends object>(messages: M[]) => {
    const last = messages.findLast((message) => (message as Answer).role === 'assistant')
    // No answer came since: the last call failed, and this is the next attempt.
    const outcome = !last || last === settled ? { failed: true as const } : outcomeOf(last)
    settled = last
    const context = { messages, ...(typeof model === 'function' && { model: model() }) }
    try {
      return (await keeper.fit(context, outcome)).messages
    } catch (error) {
      onError?.(error)
      return keeper.makeDo(context, error).messages
    }
  }
}

/** pi's assistant message, as far as it is looked at. */
interface Answer {
  role?: unknown
  usage?: { input: number; output: number; cacheRead: number; cacheWrite: number }
}

/** pi counts the uncached apart; an answer that cost nothing was none. Noughts on both sides of a cache mean that nobody told. */
function outcomeOf({ usage }: Answer): Outcome {
  if (!usage) return {}
  const { input, output, cacheRead, cacheWrite } = usage
  const all = input + cacheRead + cacheWrite
  if (all === 0) return { failed: true }
  return { usage: { input: all, output, ...(cacheRead + cacheWrite > 0 && { cacheRead, cacheWrite }) } }
}
