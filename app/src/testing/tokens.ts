/** How the server counts: simple and deterministic, so that a test can predict every number. */
import type { Part } from './prompt.js'

export type Count = (text: string) => number

/** Four characters a token, rounded up for each part. */
export const tokensOf: Count = (text) => Math.ceil(text.length / 4)

/** An image or a document, whatever its size. */
export const MEDIA_TOKENS = 1_000

/** Of a call, its tool's name and its arguments; of everything else, its text. Roles and ids cost nothing. */
export function tokensIn(part: Part, count: Count): number {
  if (part.kind === 'media') return MEDIA_TOKENS
  return count(part.kind === 'call' ? `${part.tool ?? ''}${part.text}` : part.text)
}
