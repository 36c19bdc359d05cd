/** What each provider's prompt cache costs and how long it lives at the longest, until the catalogue knows the model. */
import type { Envelope, Prices } from '../types.js'

const MINUTE = 60_000

const PRICES: Record<string, Prices> = {
  anthropic: { read: 0.1, write: 1.25, ttl: 60 * MINUTE },
  openai: { read: 0.1, write: 1.25, ttl: 30 * MINUTE },
}

/** For a provider nobody described: a cache at common prices that may live for an hour. */
const UNKNOWN: Prices = { read: 0.1, write: 1.25, ttl: 60 * MINUTE }

/** A model behind another provider's format is told by its name. */
export function cachePrices({ provider, model }: Pick<Envelope, 'provider' | 'model'>): Prices {
  return PRICES[/\bclaude\b/.test(model) ? 'anthropic' : provider] ?? UNKNOWN
}
