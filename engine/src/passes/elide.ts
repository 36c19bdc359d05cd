/** Replaces old tool results by a line that says what stood there and how to recall it. */
import type { Locale, Moment, PartOf, Pass, View } from '../types.js'
import { describeCall } from '../core/describe.js'
import { callsBehind } from '../core/rounds.js'
import { countLines, cutBefore } from '../core/text.js'
import { kindOf, type Kind } from './kinds.js'
import { reference } from './reference.js'

export interface ElideOptions {
  /** So many of the newest results stay whole. */
  keep?: number
  /** Smaller results are not worth a placeholder. */
  minTokens?: number
  /** After so many model calls a result of this kind is old; without ages, all but the newest are. */
  ages?: Record<Kind, number>
  /** A cold cache takes results that have reached this share of their age. */
  cold?: number
}

const TEXTS: Record<Locale, (what: string, lines: number, ref: string) => string> = {
  en: (what, lines, ref) => `[elided: ${what && `${what}, `}${lines} ${lines === 1 ? 'line' : 'lines'}${ref}]`,
  'zh-CN': (what, lines, ref) => `[已省略：${what && `${what}，`}${lines} 行${ref}]`,
}

const LONGEST_ERROR = 160
/** About what a placeholder takes. */
const STUB_TOKENS = 30

export const elide = ({ keep = 5, minTokens = 120, ages, cold = 1 }: ElideOptions = {}): Pass => ({
  name: 'elide',
  when: 'offer',
  *run(view, moment) {
    let { excess } = moment
    for (const { result, call } of ripe(agedResults(view, ages).slice(0, keep > 0 ? -keep : undefined), moment, cold)) {
      if (excess <= 0) return
      if (result.tokens < minTokens) continue
      excess -= result.tokens - STUB_TOKENS
      const { callId, tool, error } = result
      const text = stub(result, call, view, moment.locale)
      const content = { kind: 'result' as const, callId, tool, error, body: [{ kind: 'text' as const, text }] }
      yield { op: 'replace', target: result.id, content, recall: true, reason: 'old tool result' }
    }
  },
})

interface Aged {
  result: PartOf<'result'>
  call: PartOf<'call'> | undefined
  /** How far it is through the time its kind is kept: 1 is old. */
  ripeness: number
}

/** Under pressure the ripest first, whatever their age: the mildest cut that frees enough. */
function ripe(results: Aged[], { over, cold, first }: Moment, share: number): Aged[] {
  if (over > 0) return results.toSorted((a, b) => b.ripeness - a.ripeness)
  const enough = cold && !first ? share : 1
  return results.filter(({ ripeness }) => ripeness >= enough)
}

/** Every result still sent, oldest first. */
function agedResults(view: View, ages: ElideOptions['ages']): Aged[] {
  const calls = callsBehind(view)
  const found: Aged[] = []
  let since = 0
  for (const message of view.messages.toReversed()) {
    if (message.role === 'assistant') since++
    for (const part of message.parts.toReversed()) {
      if (part.kind !== 'result') continue
      const call = calls.get(part.id)
      found.push({ result: part, call, ripeness: ages ? since / ages[kindOf(part.tool, call)] : Infinity })
    }
  }
  return found.reverse()
}

function stub(result: PartOf<'result'>, call: PartOf<'call'> | undefined, view: View, locale: Locale): string {
  const text = textOf(result)
  const line = TEXTS[locale](describeCall(result.tool, call), countLines(text), reference(result.id, view, locale))
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
