/** The middle of a text that a limit takes out: counted from both ends, in characters or in lines. */
import { countLines, cutAfter, cutBefore } from '../core/text.js'

export interface Range {
  from: number
  to: number
}

/** All but so many characters at each end, and a little more where a cut would break something. */
export function middleChars(text: string, head: number, tail: number): Range {
  return { from: cutBefore(text, Math.max(0, head)), to: cutAfter(text, text.length - Math.max(0, tail)) }
}

/** All but so many whole lines at each end. */
export function middleLines(text: string, head: number, tail: number): Range {
  let from = 0
  for (let left = head; left > 0; left--) from = text.indexOf('\n', from) + 1
  if (tail <= 0) return { from, to: text.length }
  let to = text.endsWith('\n') ? text.length - 1 : text.length
  for (let left = tail; left > 0; left--) to = text.lastIndexOf('\n', to - 1)
  return { from, to: to + 1 }
}

/** Lines of which nothing is left when this goes. */
export function linesWithin(text: string, { from, to }: Range): number {
  const gone = text.slice(from, to)
  const startsInside = from > 0 && text[from - 1] !== '\n'
  const endsInside = to < text.length && !gone.endsWith('\n')
  return Math.max(0, countLines(gone) - Number(startsInside) - Number(endsInside))
}

/** The text with a marker in place of its middle; as it was where that is not longer. */
export function replaceMiddle(text: string, { from, to }: Range, marker: string): string {
  const out = text.slice(0, from) + marker + text.slice(to)
  return out.length < text.length ? out : text
}

/** The same with a marker on a line of its own; a text that ended with a line break still does. */
export function replaceLines(text: string, middle: Range, marker: string, endsWithBreak = text.endsWith('\n')): string {
  return replaceMiddle(text, middle, middle.to < text.length || endsWithBreak ? `${marker}\n` : marker)
}
