/** Conversations in the fixtures' notation, through a preset and back, with all laws held on the way. */
import { fit, type FitOptions, type Fitted } from '../../src/index.js'
import type { Format } from '../bed/natives.js'
import { fromNative, parse, print, toNative } from '../bed/notation.js'
import { holdLaws } from '../laws.js'

const FORMATS: readonly Format[] = ['plain', 'openai-chat', 'anthropic']

type Options = Omit<FitOptions, 'adapter' | 'ledger'>

/** What is sent, in the notation. The formats have to agree. */
export function sent(text: string, options: Options): string {
  const printed = FORMATS.map((format) => {
    const request = toNative(format, parse(text))
    holdLaws({ format, request, options: { window: 200_000, ...options } })
    return print(fromNative(format, fitted(text, options, format).request))
  })
  const [first = ''] = printed
  for (const other of printed) if (other !== first) throw new Error(`formats differ:\n${first}\n---\n${other}`)
  return first
}

export function fitted(text: string, options: Options, format: Format = 'plain'): Fitted<unknown> {
  return fit(toNative(format, parse(text)), { window: 200_000, ...options, adapter: format })
}

/** The notation, as `sent` prints it. */
export const same = (text: string): string => print(parse(text))
