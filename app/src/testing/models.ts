/** What the server holds about a model; every figure can be given by the test. */
import type { CacheRules } from './cache/index.js'
import type { OverflowShape } from './overflow.js'
import type { DialectName } from './script.js'

export interface ModelRules {
  /** Tokens of prompt and answer together. Default: 200,000. */
  window: number
  /** What it says when a request is over the window; some providers say nothing. */
  overflow: OverflowShape
  cache: CacheRules
  /** Signed thinking is refused once anything before it changed. */
  boundThinking: boolean
  /** Thinking that led to a call must be sent back with it while its turn is under way. */
  wantsThinking: boolean
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** By the family its name tells, where the test does not say. */
export function rulesOf(
  { name, overflow }: { name: DialectName; overflow: OverflowShape },
  model: string,
  given: Partial<ModelRules> = {},
): ModelRules {
  return {
    window: 200_000,
    overflow,
    cache: cacheOf(name, model),
    boundThinking: name === 'anthropic' && !UNBOUND.test(model),
    wantsThinking:
      name === 'gemini' ? !/gemini-[12]/.test(model) : name === 'anthropic' ? UNBOUND.test(model) : /deepseek|kimi/.test(model),
    ...given,
  }
}

/** Claude 4 and before. */
const UNBOUND = /claude-(instant|([a-z]+-)?[1-4](?!\d))/

/** GPT-5.6 and after. */
const WRITES_BILLED = /gpt-(5\.[6-9]|[6-9])/

function cacheOf(dialect: DialectName, model: string): CacheRules {
  if (dialect === 'anthropic')
    return { kind: 'breakpoints', minimum: 1_024, lookBack: 20, lifetimes: { '5m': 5 * MINUTE, '1h': HOUR }, long: '1h' }
  if (dialect === 'gemini') return { kind: 'prefix', minimum: 2_048, step: 1, lifetime: 5 * MINUTE }
  if (/deepseek/.test(model)) return { kind: 'units', lifetime: HOUR }
  if (WRITES_BILLED.test(model))
    return { kind: 'breakpoints', minimum: 1_024, lookBack: Infinity, lifetimes: { '30m': 30 * MINUTE, '12h': 12 * HOUR }, long: '12h' }
  return { kind: 'prefix', minimum: 1_024, step: 128, lifetime: 10 * MINUTE }
}
