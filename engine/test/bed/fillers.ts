/**
 * Long texts that fixtures name instead of spelling out:
 *
 *     (900 chars)        the first 900 characters of the word stream: `1 alder\n2 birch\n…`
 *     (chars 700-900)    the characters 700 up to 900 of it, as a cut may leave them
 *     (40 lines)         `line 1` to `line 40`, without a final line break
 *     (lines 36-40)      the last five of them
 *     (base64 2000)      2,000 base64 characters
 *
 * `expand` writes them out, `collapse` finds them again, however they were cut.
 */
const WORDS = [
  'alder',
  'birch',
  'cedar',
  'elm',
  'fir',
  'gorse',
  'hazel',
  'ivy',
  'juniper',
  'larch',
  'maple',
  'oak',
  'pine',
  'rowan',
  'sorrel',
]
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Shorter runs are printed as they are: they read better than their names. */
const SHORTEST_RUN = 24
const FEWEST_LINES = 4

/** `offsets[n]` is where line n + 1 of the word stream starts. */
const stream = { text: '', offsets: [] as number[] }
const words = (length: number): string => {
  const lines = [stream.text]
  let grown = stream.text.length
  while (grown < length) {
    stream.offsets.push(grown)
    const line = `${stream.offsets.length} ${WORDS[(stream.offsets.length - 1) % WORDS.length]}\n`
    lines.push(line)
    grown += line.length
  }
  if (lines.length > 1) stream.text = lines.join('')
  return stream.text.slice(0, length)
}

let run = ''
const base64 = (length: number): string => {
  if (run.length >= length) return run.slice(0, length)
  let state = 7
  let grown = ''
  while (grown.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    grown += BASE64[state >>> 26]
  }
  run = grown
  return run
}

const lines = (from: number, to: number): string =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => `line ${from + i}`).join('\n')

/** A filler's name. */
export const FILLER = /\((\d+) chars\)|\(chars (\d+)-(\d+)\)|\((\d+) lines\)|\(lines (\d+)-(\d+)\)|\(base64 (\d+)\)/

/** The text with each filler's name written out. */
export const expand = (text: string): string =>
  text.replaceAll(new RegExp(FILLER, 'g'), (_, chars, from, to, count, first, last, encoded) => {
    if (chars) return words(Number(chars))
    if (from) return words(Number(to)).slice(Number(from))
    if (count) return lines(1, Number(count))
    if (first) return lines(Number(first), Number(last))
    return base64(Number(encoded))
  })

/** A stretch of text; `filler` says that it is a filler's name. */
export type Piece = { text: string; filler: boolean }

/** The text in pieces, each run of filler replaced by its name. */
export const collapse = (text: string): Piece[] => [findWords, findLines, findBase64].reduce(replaceRuns, [{ text, filler: false }])

type Found = { start: number; end: number; name: string }

const replaceRuns = (pieces: Piece[], find: (text: string, from: number) => Found | undefined): Piece[] =>
  pieces.flatMap((piece) => {
    if (piece.filler) return [piece]
    const out: Piece[] = []
    let done = 0
    for (let found = find(piece.text, 0); found; found = find(piece.text, done)) {
      if (found.start > done) out.push({ text: piece.text.slice(done, found.start), filler: false })
      out.push({ text: found.name, filler: true })
      done = found.end
    }
    if (done < piece.text.length || out.length === 0) out.push({ text: piece.text.slice(done), filler: false })
    return out
  })

/** Whole numbered lines tell where in the stream a run lies; it is then followed both ways, to where it was cut. */
const findWords = (text: string, from: number): Found | undefined => {
  for (const { 0: match, 1: number, index } of text.slice(from).matchAll(/(\d{1,5}) [a-z]+\n/g)) {
    const line = Number(number)
    if (line === 0 || !match.endsWith(` ${WORDS[(line - 1) % WORDS.length]}\n`)) continue
    words((line + 1) * 16 + text.length)
    const at = from + index
    const origin = (stream.offsets[line - 1] as number) - at
    let [start, end] = [at, at + match.length]
    while (start > from && start + origin > 0 && text[start - 1] === stream.text[start - 1 + origin]) start--
    while (end < text.length && text[end] === stream.text[end + origin]) end++
    if (end - start < SHORTEST_RUN) continue
    return { start, end, name: start + origin === 0 ? `(${end - start} chars)` : `(chars ${start + origin}-${end + origin})` }
  }
  return undefined
}

const findLines = (text: string, from: number): Found | undefined => {
  for (const { 0: match, index } of text.slice(from).matchAll(/(?<!\w)line \d+(?:\nline \d+)+(?!\w)/g)) {
    const numbers = [...match.matchAll(/\d+/g)].map(Number)
    const first = numbers[0] as number
    const broken = numbers.findIndex((number, i) => number !== first + i)
    const last = first + (broken < 0 ? numbers.length : broken) - 1
    if (last - first + 1 < FEWEST_LINES) continue
    const start = from + index
    return { start, end: start + lines(first, last).length, name: first === 1 ? `(${last} lines)` : `(lines ${first}-${last})` }
  }
  return undefined
}

const findBase64 = (text: string, from: number): Found | undefined => {
  const start = text.indexOf(base64(SHORTEST_RUN).slice(0, SHORTEST_RUN), from)
  if (start < 0) return undefined
  const whole = base64(text.length - start)
  let length = SHORTEST_RUN
  while (start + length < text.length && text[start + length] === whole[length]) length++
  return { start, end: start + length, name: `(base64 ${length})` }
}
