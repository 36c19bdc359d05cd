/** OpenAI's cache before 5.6, and Gemini's: the longest beginning that any live prompt shares, to the token. */
import type { Block } from '../blocks.js'
import type { Cache, CacheRules } from './cache.js'

export function prefixCache(rules: Extract<CacheRules, { kind: 'prefix' }>): Cache {
  /** By the name of everything before them: the blocks that followed, by their own name. */
  const followers = new Map<string, Map<string, Follower>>()

  const shared = (blocks: readonly Block[], now: number): number => {
    for (const block of blocks) {
      const known = followers.get(block.before)
      const same = known?.get(block.chain)
      if (same && same.until > now) continue
      const begun = [...(known?.values() ?? [])].filter(({ until, head }) => until > now && head === block.head)
      return block.end - block.tokens + Math.max(0, ...begun.map(({ text }) => commonTokens(block, text)))
    }
    return blocks.at(-1)?.end ?? 0
  }

  return {
    look(blocks, now) {
      const tokens = shared(blocks, now)
      return {
        read: tokens < rules.minimum ? 0 : tokens - ((tokens - rules.minimum) % rules.step),
        store(at) {
          for (const { before, chain, head, text } of blocks) {
            const known = followers.get(before) ?? new Map<string, Follower>()
            known.set(chain, { head, text, until: at + rules.lifetime })
            followers.set(before, known)
          }
        },
      }
    },
  }
}

interface Follower {
  head: string
  text: string
  until: number
}

function commonTokens({ text, tokens }: Block, other: string): number {
  let same = 0
  while (same < text.length && text[same] === other[same]) same++
  return Math.floor((tokens * same) / Math.max(1, text.length))
}
