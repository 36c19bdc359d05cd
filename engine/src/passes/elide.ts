/** Replaces old tool results by a line that says what stood there and how to recall it. */
import type { Locale, PartOf, Pass, View } from '../types.js'
import { describeCall } from '../core/describe.js'
import { callsBehind, results } from '../core/rounds.js'
import { countLines, cutBefore } from '../core/text.js'
import { reference } from './reference.js'

export interface ElideOptions {
  /** So many of the newest results stay whole. */
  keep?: number
  /** Smaller results are not worth a placeholder. */
  minTokens?: number
}

const TEXTS: Record<Locale, (what: string, lines: number, ref: string) => string> = {
  en: (what, lines, ref) => `[elided: ${what}${lines} ${lines === 1 ? 'line' : 'lines'}${ref}]`,
  'zh-CN': (what, lines, ref) => `[已省略：${what}${lines} 行${ref}]`,
}

const LONGEST_ERROR = 160

export const elide = ({ keep = 5, minTokens = 120 }: ElideOptions = {}): Pass => ({
  name: 'elide',
  when: 'offer',
  *run(view, { excess, locale }) {
    const calls = callsBehind(view)
    const old = results(view)
    for (const result of keep > 0 ? old.slice(0, -keep) : old) {
      if (excess <= 0) return
      if (result.tokens < minTokens) continue
      excess -= result.tokens
      const { callId, tool, error } = result
      const text = stub(result, calls.get(result.id), view, locale)
      const content = { kind: 'result' as const, callId, tool, error, body: [{ kind: 'text' as const, text }] }
      yield { op: 'replace', target: result.id, content, recall: true, reason: 'old tool result' }
    }
  },
})

function stub(result: PartOf<'result'>, call: PartOf<'call'> | undefined, view: View, locale: Locale): string {
  const text = textOf(result)
  const what = describeCall(result.tool, call)
  const line = TEXTS[locale](what && what + (locale === 'zh-CN' ? '，' : ', '), countLines(text), reference(result.id, view, locale))
  const error = result.error ? firstErrorLine(text) : ''
  return error ? `${line}\n${error}` : line
}

function firstErrorLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((each) => /error|exception|fail|错误|失败/i.test(each)) ?? lines[0] ?? ''
  return line.slice(0, cutBefore(line, LONGEST_ERROR))
}

function textOf(result: PartOf<'result'>): string {
  return result.body.map((body) => (body.kind === 'text' ? body.text : body.kind === 'data' ? JSON.stringify(body.value) : '')).join('\n')
}
