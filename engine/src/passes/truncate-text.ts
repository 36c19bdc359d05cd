/** The cuts of tool output by plain arithmetic: so many characters or lines from both ends, and a marker that says what went. */
import type { Locale } from '../types.js'
import { countLines } from '../core/text.js'
import { linesWithin, middleChars, middleLines, replaceLines, replaceMiddle, type Range } from './middle.js'

export interface OutputLimits {
  /** Holds before the limit of lines. */
  maxChars?: number
  /** A trailing line break is not a line. */
  maxLines?: number
  /** `summarize` is for whoever has a model, before the result is stored; without one both ends stay. */
  strategy?: 'head_tail' | 'head_only' | 'summarize' | 'none'
}

/** What a tool gets that has no limits of its own. */
export const OUTPUT_LIMITS = { maxChars: 8_000, maxLines: 500, strategy: 'head_tail' } as const satisfies OutputLimits

interface Words {
  locale?: Locale
}

interface Texts {
  both(chars: number, lines: number): string
  chars(count: number): string
  lines(count: number): string
  results(shown: number, all: number): string
}

const TEXTS: Record<Locale, Texts> = {
  'zh-CN': {
    both: (chars, lines) => `... [截断了 ${chars} 字符 / ${lines} 行] ...`,
    chars: (count) => `... [截断 ${count} 字符] ...`,
    lines: (count) => `... [截断 ${count} 行] ...`,
    results: (shown, all) => `... [显示前${shown}个结果，共${all}个] ...`,
  },
  en: {
    both: (chars, lines) => `... [cut ${chars} characters / ${lines} lines] ...`,
    chars: (count) => `... [cut ${count} characters] ...`,
    lines: (count) => `... [cut ${count} lines] ...`,
    results: (shown, all) => `... [the first ${shown} of ${all} results] ...`,
  },
}

/** No text has more; a marker is never longer than for these. */
const MOST = 999_999_999

/** Both ends of what is longer, four tenths of the room each, and what was cut: characters and line breaks. */
export function truncateToolResult(content: string, maxChars = 8_000, { locale = 'zh-CN' }: Words = {}): string {
  const { both } = TEXTS[locale]
  if (content.length <= Math.max(maxChars, both(MOST, MOST).length + 4)) return content
  const each = Math.trunc((maxChars - 200) * 0.4)
  const middle = middleChars(content, each, each)
  const gone = content.slice(middle.from, middle.to)
  return replaceMiddle(content, middle, `\n\n${both(gone.length, gone.split('\n').length - 1)}\n\n`)
}

/** The limit of characters first, then that of lines; never longer than it was. */
export function truncateOutput(content: string, limits: OutputLimits = {}, { locale = 'zh-CN' }: Words = {}): string {
  const { maxChars, maxLines, strategy } = { ...OUTPUT_LIMITS, ...limits }
  if (strategy === 'none') return content
  const headOnly = strategy === 'head_only'
  const chars = cutChars(content, maxChars, headOnly, TEXTS[locale])
  return cutLines(chars, content, Math.max(1, maxLines), headOnly, TEXTS[locale])
}

/** A text whose middle a marker may have taken. */
interface Cut {
  text: string
  /** What went of the original, and where the marker ends in the text. */
  gone?: Range & { markerTo: number }
}

function cutChars(content: string, max: number, headOnly: boolean, { chars }: Texts): Cut {
  if (content.length <= Math.max(max, chars(MOST).length + 4)) return { text: content }
  const keep = max - 100
  const each = Math.trunc(keep * 0.4)
  const gone = headOnly ? middleChars(content, keep, 0) : middleChars(content, each, each)
  const marker = `\n\n${chars(gone.to - gone.from)}${headOnly ? '' : '\n\n'}`
  const text = replaceMiddle(content, gone, marker)
  return { text, gone: { ...gone, markerTo: gone.from + marker.length } }
}

/** Where the marker of characters goes with the middle lines, the marker of lines counts what both took. */
function cutLines({ text, gone }: Cut, content: string, max: number, headOnly: boolean, { lines }: Texts): string {
  if (countLines(text) <= max) return text
  const keep = Math.max(0, max - 2)
  const head = headOnly ? keep : Math.floor(keep / 2)
  const middle = middleLines(text, head, keep - head)
  const covers = gone && middle.from <= gone.from + 2 && middle.to >= gone.markerTo - 2
  const count = covers
    ? linesWithin(content, {
        from: Math.min(middle.from, gone.from),
        to: Math.max(middle.to - text.length + content.length, gone.to),
      })
    : linesWithin(text, middle)
  return replaceLines(text, middle, lines(count), content.endsWith('\n'))
}

/** The first results, a line each, and how many there were. */
export function limitResults(results: readonly string[], max = 100, { locale = 'zh-CN' }: Words = {}): string {
  const all = results.join('\n')
  if (results.length <= max) return all
  const first = `${results.slice(0, max).join('\n')}\n${TEXTS[locale].results(max, results.length)}\n`
  return first.length < all.length ? first : all
}

/** The marker of our own cuts, which keep error lines. */
export const cutMarker = (chars: number, lines: number, locale: Locale): string => TEXTS[locale].both(chars, lines)
