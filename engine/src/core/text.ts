/** Cutting text without breaking it: never inside a surrogate pair, an ANSI sequence or a `\r\n`. */

/** The nearest place at or before `index` where a cut breaks nothing. */
export function cutBefore(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  let at = index
  const escape = text.lastIndexOf('\u001b', at - 1)
  if (escape >= 0 && at - escape < 32) {
    const length = ansiLength(text, escape)
    if (escape + length > at) at = escape
  }
  if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) at--
  if (text[at] === '\n' && text[at - 1] === '\r') at--
  return at
}

/** The nearest place at or after `index` where a cut breaks nothing. */
export function cutAfter(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  let at = index
  const escape = text.lastIndexOf('\u001b', at - 1)
  if (escape >= 0 && at - escape < 32) at = Math.max(at, escape + ansiLength(text, escape))
  if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) at++
  if (text[at] === '\n' && text[at - 1] === '\r') at++
  return at
}

/** Lines without counting a trailing newline as one more. */
export function countLines(text: string): number {
  if (text === '') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function ansiLength(text: string, at: number): number {
  // oxlint-disable-next-line no-control-regex
  return /^\u001b(?:\[[0-?]*[ -/]*[@-~]?|[@-Z\\-_])?/.exec(text.slice(at, at + 32))?.[0].length ?? 1
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff
