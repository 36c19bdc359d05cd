/** Anthropic's cache, and OpenAI's since 5.6: entries stand only where an earlier request had a breakpoint. */
import type { Block } from '../blocks.js'
import type { Cache, CacheRules } from './cache.js'

interface Entry {
  until: number
  lifetime: number
}

export function breakpointCache(rules: Extract<CacheRules, { kind: 'breakpoints' }>): Cache {
  const entries = new Map<string, Entry>()
  const lifetimeOf = ({ mark = '' }: Block) => rules.lifetimes[mark] ?? Math.min(...Object.values(rules.lifetimes))

  /** From the last breakpoint backwards, so many positions each, the breakpoint itself among them. */
  const hit = (blocks: readonly Block[], marked: readonly number[], now: number): Block | undefined => {
    for (const at of marked.toReversed()) {
      for (let i = at; i >= 0 && i > at - rules.lookBack; i--) {
        const block = blocks[i] as Block
        if ((entries.get(block.chain)?.until ?? 0) > now) return block
      }
    }
    return undefined
  }

  return {
    look(blocks, now) {
      const marked = blocks.flatMap(({ mark, end }, i) => (mark !== undefined && end >= rules.minimum ? [i] : []))
      const found = hit(blocks, marked, now)
      const marks = marked.map((i) => blocks[i] as Block)
      const read = found?.end ?? 0
      const written = Math.max(read, marks.at(-1)?.end ?? 0)
      const long = Math.max(read, ...marks.filter(({ mark }) => mark === rules.long).map(({ end }) => end))
      return {
        read,
        write: written - read,
        longWrite: long - read,
        store(at) {
          const known = found && entries.get(found.chain)
          if (known) known.until = at + known.lifetime
          for (const mark of marks) {
            const lifetime = Math.max(lifetimeOf(mark), aliveFor(entries.get(mark.chain), at))
            entries.set(mark.chain, { until: at + lifetime, lifetime })
          }
        },
      }
    },
  }
}

const aliveFor = (entry: Entry | undefined, now: number): number => (entry && entry.until > now ? entry.lifetime : 0)
