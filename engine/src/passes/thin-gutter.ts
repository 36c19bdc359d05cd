/** Prints the line numbers of a listing on every tenth line only: they cost more than they tell. */
import type { Pass, PartOf } from '../types.js'

/** A number, then an arrow, tab, bar or colon, as `cat -n`, editors and agents print it. */
const NUMBERED = /^( *)(\d+)(→|\t|\||: ?)/
/** A listing this short is cheap as it is. */
const FEWEST_LINES = 12

export interface ThinGutterOptions {
  /** The number stays on lines it divides. */
  every?: number
}

export const thinGutter = ({ every = 10 }: ThinGutterOptions = {}): Pass => ({
  name: 'thin-gutter',
  when: 'arrival',
  *run(_, { fresh }) {
    for (const message of fresh) {
      for (const part of message.parts) {
        const body = part.kind === 'result' ? thinned(part, every) : undefined
        if (!body || part.kind !== 'result') continue
        const { callId, tool, error } = part
        yield {
          op: 'replace',
          target: part.id,
          content: { kind: 'result', callId, tool, error, body },
          recall: true,
          reason: 'line numbers',
        }
      }
    }
  },
})

function thinned(part: PartOf<'result'>, every: number) {
  const body = part.body.map((item, index) => {
    const text = item.kind === 'text' ? thin(item.text, every) : undefined
    return text === undefined ? { kind: 'keep' as const, index } : { kind: 'text' as const, text }
  })
  return body.some((item) => item.kind === 'text') ? body : undefined
}

/** Undefined where the text is not a numbered listing: nearly every line carries the next number. */
function thin(text: string, every: number): string | undefined {
  const lines = text.split('\n')
  if (lines.length < FEWEST_LINES) return undefined
  let expected: number | undefined
  let numbered = 0
  const out = lines.map((line) => {
    const [gutter, , digits = '', mark = ''] = NUMBERED.exec(line) ?? []
    if (gutter === undefined || (expected !== undefined && Number(digits) !== expected)) return line
    const first = expected === undefined
    expected = Number(digits) + 1
    numbered++
    return first || Number(digits) % every === 0 ? line : mark.trimEnd() + line.slice(gutter.length)
  })
  return numbered >= lines.length * 0.8 ? out.join('\n') : undefined
}
