/** Cutting text without breaking it: never inside a surrogate pair, an ANSI sequence or a `\r\n`. */

/** The nearest place at or before `index` where a cut breaks nothing. */
export function cutBefore(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  const at = sequenceAt(text, index)?.from ?? index
  return splitsPair(text, at) ? at - 1 : at
}

/** The nearest place at or after `index` where a cut breaks nothing. */
export function cutAfter(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  const at = sequenceAt(text, index)?.to ?? index
  return splitsPair(text, at) ? at + 1 : at
}

/** Lines without counting a trailing newline as one more. */
export function countLines(text: string): number {
  if (text === '') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Links carry their address, so sequences can be long; further back than this none is looked for. */
const LONGEST_SEQUENCE = 1_000

/** Colours and cursor moves, also unfinished ones; titles and links; character sets; the rest has two characters. */
// oxlint-disable-next-line no-control-regex
const SEQUENCE = /^\u001b(?:\[[0-?]*[ -/]*[@-~]?|\][^\u0000-\u001f]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-~])?/

/** The ANSI sequence that a cut here would break. What ends a link begins with an escape of its own: the outermost counts. */
function sequenceAt(text: string, index: number): { from: number; to: number } | undefined {
  const start = Math.max(0, index - LONGEST_SEQUENCE)
  const near = text.slice(start, index + LONGEST_SEQUENCE)
  let before = text.slice(start, index)
  let found: { from: number; to: number } | undefined
  for (;;) {
    const from = before.lastIndexOf('\u001b')
    const length = from < 0 ? 0 : (SEQUENCE.exec(near.slice(from))?.[0].length ?? 0)
    if (from < 0 || start + from + length <= index) return found
    found = { from: start + from, to: start + from + length }
    before = before.slice(0, from)
  }
}

function splitsPair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return (isHigh(before) && isLow(after)) || (before === 13 && after === 10)
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff
