/** Shortens a text to limits: head and tail stay, and the lines that tell of errors; a marker says what went, counted in the original. */
import { countLines, cutAfter, cutBefore } from '../core/text.js'

export interface Limits {
  maxChars?: number
  maxLines?: number
  /** A single line longer than this is cut in its middle. */
  maxLineChars?: number
  strategy?: 'head_tail' | 'head_only' | 'none'
}

/** The marker for so many characters and lines. */
export type Say = (chars: number, lines: number) => string

interface Line {
  text: string
  /** Within the limit of a line. */
  shown: string
}

/** No text has more; a marker is never longer than for these. */
const MOST = 999_999_999

/** Within all limits; or as it was, where a cut would not make it shorter. Twice is once. A limit too small for the marker is taken as just enough for it. */
export function shorten(text: string, limits: Limits, say: Say): string {
  const { strategy = 'head_tail' } = limits
  if (strategy === 'none') return text
  const marker = say(MOST, MOST).length + 2
  const maxChars = Math.max(limits.maxChars ?? Infinity, marker)
  const maxLineChars = Math.max(limits.maxLineChars ?? Infinity, marker)
  const maxLines = Math.max(limits.maxLines ?? Infinity, 1)
  if (text.length <= maxChars && text.length <= maxLineChars && countLines(text) <= maxLines) return text

  const end = text.endsWith('\n') ? '\n' : ''
  const lines = text
    .slice(0, text.length - end.length)
    .split('\n')
    .map((line) => ({ text: line, shown: cutLine(line, maxLineChars, say) }))
  const chars = lines.reduce((sum, { shown }) => sum + shown.length + 1, end.length - 1)
  const cut = chars > maxChars || lines.length > maxLines
  const kept = cut
    ? cutMiddle(lines, { chars: maxChars - end.length, rows: maxLines }, strategy === 'head_only', say)
    : lines.map(({ shown }) => shown)
  const out = kept.join('\n') + end
  return out.length < text.length ? out : text
}

function cutLine(line: string, max: number, say: Say): string {
  if (line.length <= max) return line
  const half = Math.trunc((max - say(line.length, 0).length) / 2)
  const [head, tail] = [cutBefore(line, half), cutAfter(line, line.length - half)]
  return line.slice(0, head) + say(tail - head, 0) + line.slice(tail)
}

interface Room {
  chars: number
  rows: number
}

/** Head, marker, error lines, tail. */
function cutMiddle(lines: readonly Line[], max: Room, headOnly: boolean, say: Say): string[] {
  const reserved = headOnly ? { chars: 0, rows: 0 } : forErrors(lines, max)
  const chars = max.chars - say(MOST, MOST).length - reserved.chars
  const rows = max.rows - 1 - reserved.rows
  const head = take(lines, headOnly ? { chars, rows } : { chars: chars / 2, rows: Math.ceil(rows / 2) }, (line, length) =>
    line.slice(0, cutBefore(line, length)),
  )
  const tail = take(headOnly ? [] : lines.toReversed(), { chars: chars / 2, rows: Math.floor(rows / 2) }, (line, length) =>
    line.slice(cutAfter(line, line.length - length)),
  )
  const gone = lines.slice(head.whole, lines.length - tail.whole)
  // Where nothing follows them, error lines would end inside their `\r\n`; so little room is none for them anyway.
  const errors = tail.kept.length === 0 ? [] : errorLines(gone.slice(head.piece ? 1 : 0, tail.piece ? -1 : undefined), reserved)
  const removed = charsOf(gone, 'text') - 1 - head.piece.length - tail.piece.length - charsOf(errors, 'text')
  return [...head.kept, say(removed, gone.length - errors.length), ...errors.map(({ shown }) => shown), ...tail.kept.reverse()]
}

interface Taken {
  kept: string[]
  /** How many of them are whole lines, and what was taken of one more. */
  whole: number
  piece: string
}

/** Lines as they come while there is room; where whole lines would leave half of it empty, a piece of the next. */
function take(lines: readonly Line[], room: Room, pieceOf: (line: string, length: number) => string): Taken {
  const kept: string[] = []
  let left = room.chars
  for (const { text, shown } of lines) {
    if (kept.length >= room.rows) break
    if (shown.length < left) {
      kept.push(shown)
      left -= shown.length + 1
      continue
    }
    const piece = left > room.chars / 2 ? pieceOf(text, Math.trunc(left) - 1) : ''
    return { kept: piece ? [...kept, piece] : kept, whole: kept.length, piece }
  }
  return { kept, whole: kept.length, piece: '' }
}

const ERROR = /(?:error|exception|fatal|panic|traceback|failed|failure)\b|\bfail\b|\bERR!|错误|失败|异常/i
/** Error lines from the middle may take this share of a limit. */
const ERROR_SHARE = 0.1

/** What all error lines need, as far as they may have it. */
function forErrors(lines: readonly Line[], max: Room): Room {
  const errors = lines.filter(isError)
  const rows = Math.min(errors.length, Math.trunc(max.rows * ERROR_SHARE))
  return { rows, chars: rows === 0 ? 0 : Math.min(charsOf(errors, 'shown'), Math.trunc(max.chars * ERROR_SHARE)) }
}

function errorLines(lines: readonly Line[], room: Room): Line[] {
  const kept: Line[] = []
  let left = room.chars
  for (const line of lines) {
    if (kept.length >= room.rows) break
    if (line.shown.length >= left || !isError(line)) continue
    kept.push(line)
    left -= line.shown.length + 1
  }
  return kept
}

const isError = ({ shown }: Line) => ERROR.test(shown)

/** With a line break each. */
const charsOf = (lines: readonly Line[], form: keyof Line) => lines.reduce((sum, line) => sum + line[form].length + 1, 0)
