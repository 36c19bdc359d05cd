/** Texts of the notation: what cannot stand in a line is escaped, what would fill pages is named. */
import { collapse, expand, FILLER } from './fillers.js'
import { FLAG } from './flags.js'

const ESCAPED = { n: '\n', r: '\r', t: '\t' } as const
const NAMED = new Map<string, string>(Object.entries(ESCAPED).map(([name, char]) => [char, `\\${name}`]))

const TOKEN = new RegExp(`\\\\(u[0-9a-f]{4}|.)|${FILLER.source}`, 'gis')

export const unescape = (line: string): string =>
  line.replace(TOKEN, (token: string, code: string | undefined) => {
    if (code === undefined) return expand(token)
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return ESCAPED[code as keyof typeof ESCAPED] ?? code
  })

export const escape = (text: string): string => {
  const line = collapse(text)
    .map((piece) => (piece.filler ? piece.text : escapePiece(piece.text)))
    .join('')
  // White space at the ends is not seen, and a flag's look-alike would be taken for one.
  const edged = line.replace(/^\s|\s$/g, (char) => coded(char))
  return edged.replace(FLAG, (found) => found.replace(/[@!]/, '\\$&'))
}

const escapePiece = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(new RegExp(FILLER.source, 'g'), '\\$&')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]|\p{Surrogate}/gu, (char) => NAMED.get(char) ?? coded(char))

const coded = (char: string) => char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
