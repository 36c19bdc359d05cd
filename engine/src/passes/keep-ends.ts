/** Keeps the first and the last lines of a long tool result, half of the limit each, with `...` between them. */
import type { Pass } from '../types.js'
import { countLines } from '../core/text.js'
import { rewriteBodies, rewriteTexts } from './bodies.js'
import { middleChars, middleLines, replaceLines, replaceMiddle } from './middle.js'

export interface KeepEndsOptions {
  /** Half of them are first lines, half last ones. */
  maxLines?: number
  /** Comes first: a line may be cut by it. */
  maxChars?: number
}

export const keepEnds = ({ maxLines = 100, maxChars = Infinity }: KeepEndsOptions = {}): Pass => ({
  name: 'keep-ends',
  when: 'arrival',
  *run(_, { fresh }) {
    for (const message of fresh) {
      for (const part of message.parts) {
        const content =
          part.kind === 'result' && rewriteBodies(part, (body) => rewriteTexts(body, (text) => ends(text, maxLines, maxChars)))
        if (content) yield { op: 'replace', target: part.id, content, recall: true, reason: 'long output' }
      }
    }
  },
})

const MARKER = '...'

/** Characters first: what is left may still have too many lines. */
function ends(text: string, maxLines: number, maxChars: number): string {
  const each = Math.trunc((maxChars - MARKER.length - 2) / 2)
  const short = text.length <= maxChars ? text : replaceMiddle(text, middleChars(text, each, each), `\n${MARKER}\n`)
  if (countLines(short) <= maxLines) return short
  const half = Math.trunc(maxLines / 2)
  return replaceLines(short, middleLines(short, half, half), MARKER)
}
