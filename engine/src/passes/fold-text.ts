/** Folds a text to its first and last lines, with a marker between them that counts what was there. */
import type { Locale } from '../types.js'
import { linesWithin, middleChars, replaceMiddle } from './middle.js'

export interface FoldShape {
  /** Lines that stay at the beginning. */
  head?: number
  /** Lines that stay at the end. */
  tail?: number
  /** Texts up to this length stay whole. */
  minChars?: number
}

export interface FoldTextOptions extends FoldShape {
  /** It tells of a failure: the first line that does so stays too. */
  failure?: boolean
  locale?: Locale
}

const TEXTS: Record<Locale, (lines: number, chars: number) => string> = {
  en: (lines, chars) => `[... ${lines} ${lines === 1 ? 'line' : 'lines'} left out, ${chars} characters originally ...]`,
  'zh-CN': (lines, chars) => `[... 已省略 ${lines} 行，原始 ${chars} 字符 ...]`,
}

const FAILURE = /error|exception|fatal|panic|traceback|fail|错误|失败|异常/i

/**
 * Where a line that would stay is itself longer than `minChars`, the text is cut to `minChars` characters instead.
 * Never longer than the text; and folding again changes nothing, because what comes out has no line too many and none too long.
 */
export function foldText(text: string, options: FoldTextOptions = {}): string {
  const { head = 3, tail = 2, minChars = 500, failure = false, locale = 'zh-CN' } = options
  if (text.length <= minChars) return text
  const end = text.endsWith('\n') ? '\n' : ''
  const lines = text.slice(0, text.length - end.length).split('\n')
  const [first, gone, last] = parts(lines, head, tail)
  const telling = failure ? gone.filter((line) => FAILURE.test(line)).slice(0, 1) : []
  // A marker in place of a single line is no gain, and would be folded again.
  const few = gone.length <= (failure ? 2 : 1)
  if ((few ? lines : [...first, ...telling, ...last]).some((line) => line.length > minChars)) return cut(text, minChars, locale)
  if (few) return text
  const out = [...first, TEXTS[locale](gone.length - telling.length, text.length), ...telling, ...last].join('\n') + end
  return out.length < text.length ? out : text
}

function parts(lines: readonly string[], head: number, tail: number): [first: string[], gone: string[], last: string[]] {
  const after = Math.max(head, lines.length - tail)
  return [lines.slice(0, head), lines.slice(head, after), lines.slice(after)]
}

/** Within `max` characters, the marker included. */
function cut(text: string, max: number, locale: Locale): string {
  const longest = TEXTS[locale](text.length, text.length).length + 2
  const half = Math.trunc((max - longest) / 2)
  const middle = middleChars(text, half, half)
  return replaceMiddle(text, middle, `\n${TEXTS[locale](linesWithin(text, middle), text.length)}\n`)
}
