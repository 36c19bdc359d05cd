/** Recall: brings back what was left out, whole or as a slice, from the history as it happened. */
import type { Adapter, Body, Content, Counter, Id, Part } from '../types.js'
import { emptyLedger } from './ledger.js'
import { Desk } from './desk.js'
import { cutAfter, cutBefore } from './text.js'
import type { Reading } from './view.js'

/** At most one of these; without any, everything. Lines count from 1. */
export interface Slice {
  grep?: string
  lines?: [from: number, to: number]
  around?: number
}

export interface Recalled {
  id: Id
  text: string
  /** First and last line of `text`, and how many there are in all. */
  from: number
  to: number
  lines: number
  /** False when `grep` was not found and the closest place is given instead. */
  matched: boolean
  /** Other lines where `grep` was found. */
  also: number[]
  /** The caller's own message it comes from. */
  native: unknown
}

/** A slice holds what a call usually needs from a long result. */
const SLICE_TOKENS = 500

/** The original behind an id: a part, a message, or the result of a call id. Null when the history has none. */
export function recall(request: unknown, id: Id, setup: { adapter: Adapter; counter: Counter }, slice: Slice = {}): Recalled | null {
  const { adapter, counter } = setup
  const { desk } = Desk.claim(emptyLedger(), adapter, counter, adapter.open(request))
  const { reading } = desk
  const parts = partsOf(id, reading)
  if (!parts) return null
  const { position, found } = parts
  const text = found.map(textOf).join('\n')
  const lines = text.split('\n')
  if (lines.at(-1) === '' && lines.length > 1) lines.pop()
  const whole = { id, text, from: 1, to: lines.length, lines: lines.length, matched: true, also: [], native: reading.natives[position] }
  if (slice.lines) return { ...whole, ...between(lines, slice.lines[0], slice.lines[1]) }
  if (slice.around !== undefined) return { ...whole, ...windowAt(lines, clamp(slice.around, lines) - 1, 0, counter) }
  if (slice.grep !== undefined) return { ...whole, ...matching(lines, slice.grep, counter) }
  return whole
}

function partsOf(id: Id, reading: Reading): { position: number; found: Part[] } | null {
  const position = reading.position(id)
  const message = position === undefined ? undefined : reading.messages[position]
  if (message && position !== undefined) {
    return { position, found: message.id === id ? message.parts : message.parts.filter((part) => part.id === id) }
  }
  for (let at = reading.messages.length - 1; at >= 0; at--) {
    const result = reading.messages[at]?.parts.find((part) => part.kind === 'result' && part.callId === id)
    if (result) return { position: at, found: [result] }
  }
  return null
}

function textOf(content: Content): string {
  switch (content.kind) {
    case 'text':
    case 'thinking':
      return content.text
    case 'data':
      return JSON.stringify(content.value)
    case 'media':
      return content.source
    case 'call':
      return content.args.text
    case 'result':
      return content.body.map((body: Body) => textOf(body)).join('\n')
    case 'opaque':
      return JSON.stringify(content.native)
  }
}

const clamp = (line: number, lines: readonly string[]) => Math.min(Math.max(1, Math.trunc(line)), lines.length)

function between(lines: readonly string[], from: number, to: number) {
  return cutOut(lines, clamp(Math.min(from, to), lines) - 1, clamp(Math.max(from, to), lines) - 1)
}

/** The last line comes without its line break, be it `\n` or `\r\n`. */
function cutOut(lines: readonly string[], from: number, to: number) {
  const text = lines.slice(from, to + 1).join('\n')
  return { text: text.endsWith('\r') ? text.slice(0, -1) : text, from: from + 1, to: to + 1 }
}

/** Around the first exact match; without one, around the line that shares the rarest words with what was asked. */
function matching(lines: readonly string[], query: string, counter: Counter) {
  const [first, ...others] = lines.flatMap((line, index) => (line.includes(query) ? [index] : []))
  if (first === undefined) return { ...closest(lines, query, counter), matched: false }
  const slice = windowAt(lines, first, (lines[first] as string).indexOf(query) + query.length / 2, counter)
  return { ...slice, also: others.map((index) => index + 1).filter((line) => line > slice.to) }
}

function closest(lines: readonly string[], query: string, counter: Counter) {
  const low = lines.map((line) => line.toLowerCase())
  const words = wordsIn(query).map((word) => {
    const holding = low.filter((line) => line.includes(word)).length
    return { word, rarity: Math.log(1 + lines.length / (1 + holding)) }
  })
  // Where lines do not tell words apart, the longest is the rarest.
  words.sort((a, b) => b.rarity - a.rarity || b.word.length - a.word.length)
  let best = 0
  let bestScore = -1
  low.forEach((line, index) => {
    const score = words.reduce((sum, { word, rarity }) => sum + (line.includes(word) ? rarity : 0), 0)
    if (score > bestScore) [best, bestScore] = [index, score]
  })
  const line = low[best] as string
  const { word } = words.find((each) => line.includes(each.word)) ?? { word: '' }
  return windowAt(lines, best, line.indexOf(word) + word.length / 2, counter)
}

/** Chinese and Japanese put no spaces between words: there each character counts. */
function wordsIn(query: string): string[] {
  return [
    ...new Set(query.toLowerCase().match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{N}_])+/gu)),
  ]
}

/** Grows line by line around a place until the slice is full; a line longer than the slice is cut around the column. */
function windowAt(lines: readonly string[], center: number, column: number, counter: Counter) {
  let [from, to] = [center, center]
  let left = SLICE_TOKENS - counter.count(lines[center] as string)
  if (left < 0) return { ...cutOut(lines, center, center), text: cutAround(lines[center] as string, column, counter) }
  for (let grew = true; grew;) {
    grew = false
    for (const next of [to + 1, from - 1]) {
      const line = lines[next]
      if (line === undefined) continue
      const cost = counter.count(line) + 1
      if (cost > left) continue
      left -= cost
      grew = true
      if (next > to) to = next
      else from = next
    }
  }
  return cutOut(lines, from, to)
}

/** As much of the line as the slice holds: how many characters that is depends on what they are. */
function cutAround(line: string, column: number, counter: Counter): string {
  for (let chars = SLICE_TOKENS * 4; ;) {
    const start = Math.max(0, Math.min(Math.trunc(column - chars / 2), line.length - chars))
    const text = line.slice(cutAfter(line, start), cutBefore(line, start + chars))
    const tokens = counter.count(text)
    if (tokens <= SLICE_TOKENS) return text
    chars = Math.trunc((chars * SLICE_TOKENS) / tokens)
  }
}
