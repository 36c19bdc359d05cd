/** DeepSeek's cache: a prompt hits only a whole unit that an earlier one left behind. */
import type { Cache, CacheRules } from './cache.js'

export function unitCache({ lifetime }: Extract<CacheRules, { kind: 'units' }>): Cache {
  const units = new Map<string, number>()
  /** Beginnings seen once; seen again they become units. */
  const seen = new Map<string, number>()

  return {
    look(blocks, now) {
      const hit = blocks.findLast(({ chain }) => (units.get(chain) ?? 0) > now)
      const shared = blocks.findLast(({ chain }) => (seen.get(chain) ?? 0) > now)
      return {
        read: hit?.end ?? 0,
        store(at, answer) {
          const until = at + lifetime
          for (const { chain } of blocks) seen.set(chain, until)
          for (const end of [blocks.at(-1), answer.at(-1), shared, hit]) if (end) units.set(end.chain, until)
        },
      }
    },
  }
}
