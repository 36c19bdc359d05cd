/** Replaces what commands printed long ago by one line: run again, they would print it as it is now. */
import type { Locale, PartOf, Pass } from '../types.js'
import { isLeftOut } from '../core/backstop.js'
import { isTerminal, TERMINAL_TOOLS, tellsFailure } from './terminal-results.js'

export interface ExpireOptions {
  /** Results up to this age stay whole. */
  minutes?: number
  /** So many of the newest results of any tool stay whole. */
  keep?: number
  /** The tools whose results expire; where a result's tool is unknown, its text tells. */
  tools?: readonly string[]
  /** Failures, which always stay, count among the newest. */
  countErrors?: boolean
  /** What stands in their place. */
  text?: string
}

export const EXPIRED: Record<Locale, string> = {
  en: 'The output of this command is out of date',
  'zh-CN': '此命令返回内容已过时',
}

export const expire = ({ tools = TERMINAL_TOOLS, text, ...rule }: ExpireOptions = {}): Pass => ({
  name: 'expire',
  when: 'offer',
  *run(view, { now, locale, excess }) {
    const words = text ?? EXPIRED[locale]
    const timed = view.messages.flatMap(({ at, parts }) =>
      at === undefined ? [] : parts.flatMap((part) => (part.kind === 'result' ? [timedResult(part, at, tools)] : [])),
    )
    const whole = timed.filter(({ said }) => !isLeftOut(said))
    for (const { result, said } of expired(whole, now, rule)) {
      if (excess <= 0) return
      if (said === words) continue
      excess -= result.tokens
      const { callId, tool, error } = result
      const content = { kind: 'result' as const, callId, tool, error, body: [{ kind: 'text' as const, text: words }] }
      yield { op: 'replace', target: result.id, content, recall: true, reason: 'out of date' }
    }
  },
})

function timedResult(result: PartOf<'result'>, at: number, tools: readonly string[]) {
  const said = result.body
    .map((item) => (item.kind === 'text' ? item.text : item.kind === 'data' ? JSON.stringify(item.value) : ''))
    .join('\n')
  const terminal = isTerminal(result.tool, said, tools)
  return { result, said, at, terminal, failed: result.error || tellsFailure(said, terminal) }
}

/** A tool result, as far as its age decides. */
export interface Timed {
  at: number
  terminal: boolean
  failed: boolean
}

/** Of results in the order of the history, those that are old, not among the newest, from a terminal, and no failures. */
export function expired<T extends Timed>(
  results: readonly T[],
  now: number,
  { minutes = 15, keep = 5, countErrors = false }: Pick<ExpireOptions, 'minutes' | 'keep' | 'countErrors'> = {},
): T[] {
  // Of the same time, the later one is the newer.
  const newestFirst = results.toReversed().sort((a, b) => b.at - a.at)
  const newest = new Set(newestFirst.filter(({ failed }) => countErrors || !failed).slice(0, keep))
  return results.filter((result) => !newest.has(result) && result.terminal && !result.failed && now - result.at > minutes * 60_000)
}
