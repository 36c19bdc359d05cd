/** Cuts a long tool result before it is sent for the first time: head and tail stay, and the lines that tell of errors. */
import type { Edit, Locale, Pass, PartOf } from '../types.js'
import { reference } from './reference.js'
import { shorten, type Limits, type Say } from './shorten.js'

export interface LimitOutputOptions extends Limits {
  /** Limits of single tools; what they leave open follows the others. */
  tools?: { [tool: string]: Limits }
}

interface Cut {
  chars: number
  lines: number
  ref: string
}

const TEXTS: Record<Locale, (cut: Cut) => string> = {
  en: ({ chars, lines, ref }) => `... [cut ${chars} characters / ${lines} lines${ref}] ...`,
  'zh-CN': ({ chars, lines, ref }) => `... [截断了 ${chars} 字符 / ${lines} 行${ref}] ...`,
}

export const limitOutput = (options: LimitOutputOptions = {}): Pass => ({
  name: 'limit-output',
  when: 'arrival',
  *run(view, { fresh, locale }) {
    for (const message of fresh) {
      for (const part of message.parts) {
        if (part.kind !== 'result') continue
        const say = (chars: number, lines: number) => TEXTS[locale]({ chars, lines, ref: reference(part.id, view, locale) })
        yield* limit(part, { ...options, ...options.tools?.[part.tool] }, say)
      }
    }
  },
})

function* limit(part: PartOf<'result'>, limits: Limits, say: Say): Iterable<Edit> {
  const body = part.body.map((item, index) => {
    const text = item.kind === 'text' ? shorten(item.text, limits, say) : ''
    return item.kind !== 'text' || text === item.text ? { kind: 'keep' as const, index } : { kind: 'text' as const, text }
  })
  if (body.every((item) => item.kind === 'keep')) return
  const { callId, tool, error } = part
  yield { op: 'replace', target: part.id, content: { kind: 'result', callId, tool, error, body }, recall: true, reason: 'long output' }
}
