/** Finds base64 in text: data URLs, and long runs that mix upper case, lower case and digits. One linear scan. */

export interface Run {
  from: number
  to: number
  /** From the data URL, else 'binary'. */
  mime: string
}

/** A data URL this short is an icon in a style sheet: cheaper to keep than to explain. */
const SHORTEST_DATA_URL = 200

const OTHER = 0
const UPPER = 1
const LOWER = 2
const DIGIT = 3
const SIGN = 4
const CLASS = new Uint8Array(128)
for (let c = 48; c <= 57; c++) CLASS[c] = DIGIT
for (let c = 65; c <= 90; c++) CLASS[c] = UPPER
for (let c = 97; c <= 122; c++) CLASS[c] = LOWER
for (const sign of '+/-_') CLASS[sign.charCodeAt(0)] = SIGN

export function findBinary(text: string, minChars: number): Run[] {
  if (text.length < Math.min(minChars, SHORTEST_DATA_URL)) return []
  const found: Run[] = []
  let at = 0
  while (at < text.length) {
    if (classOf(text, at) === OTHER) {
      at++
      continue
    }
    const run = scan(text, at)
    const url = dataUrl(text, at, found.at(-1)?.to ?? 0)
    if (url && run.to - url.from >= SHORTEST_DATA_URL) found.push({ from: url.from, to: run.to, mime: url.mime })
    else if (run.to - run.from >= minChars && mixes(text, run)) found.push({ ...run, mime: 'binary' })
    at = run.to
  }
  return found
}

/** From a base64 character to the end of its run: lines of equal length are one run, with a last one that is not longer; `=` ends it. */
function scan(text: string, from: number): { from: number; to: number } {
  let line = from
  let width = 0
  for (;;) {
    const to = endOf(text, line)
    const length = to - line
    if (text[to] === '=') return { from, to: to + (text[to + 1] === '=' ? 2 : 1) }
    if (length < SHORTEST_LINE || (width > 0 && length !== width)) return { from, to }
    const next = afterBreak(text, to)
    if (next < 0 || !isLine(text, next, length)) return { from, to }
    width = length
    line = next
  }
}

/** Nobody breaks base64 into shorter lines; words and hashes a line each are shorter. */
const SHORTEST_LINE = 60

/** A slash may be escaped, as PHP does in JSON. */
function endOf(text: string, from: number): number {
  BASE64.lastIndex = from
  BASE64.test(text)
  return BASE64.lastIndex
}

const BASE64 = /(?:[\w+/-]|\\\/)*/y

/** The place behind a line break, also one written as `\n` inside JSON, or inside JSON inside JSON; -1 when there is none. */
function afterBreak(text: string, at: number): number {
  const found = /^(?:\r?\n|(?:\\+r)?\\+n)/.exec(text.slice(at, at + 20))
  return found ? at + found[0].length : -1
}

/** Whether base64 of at most this width fills the line; the words behind a block of full lines do not. */
function isLine(text: string, from: number, width: number): boolean {
  const to = endOf(text, from)
  return to > from && to - from <= width && (to === text.length || /[\r\n\\="'`<)\]}]/.test(text[to] as string))
}

function dataUrl(text: string, at: number, from: number): { from: number; mime: string } | null {
  if (!text.endsWith(';base64,', at)) return null
  const head = /data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[^;,\s]*)*;base64,$/.exec(text.slice(Math.max(from, at - LONGEST_HEAD), at))
  return head ? { from: at - head[0].length, mime: head[1] ?? 'binary' } : null
}

/** Parameters can hold a file name. */
const LONGEST_HEAD = 300

/** Looking at so many characters tells as much as looking at all of a megabyte. */
const SAMPLES = 4_099

/** Letters alone are words, hex has one case: base64 of anything real has at least a fiftieth of each. */
function mixes(text: string, { from, to }: { from: number; to: number }): boolean {
  const seen = [0, 0, 0, 0, 0]
  const step = Math.max(1, Math.floor((to - from) / SAMPLES))
  let looked = 0
  for (let at = from; at < to; at += step) {
    const kind = classOf(text, at)
    seen[kind] = (seen[kind] as number) + 1
    looked++
  }
  const least = looked / 50
  return (seen[UPPER] as number) > least && (seen[LOWER] as number) > least && (seen[DIGIT] as number) > least
}

function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? (CLASS[code] as number) : OTHER
}
