/** Server-sent events. */
export const event = (data: unknown, name?: string): string => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/** How OpenAI's chat streams end. */
export const DONE = 'data: [DONE]\n\n'

/** A text as it arrives, piece by piece; an empty one has no pieces. */
export function pieces(text: string, size: number): string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; at += size) found.push(text.slice(at, at + size))
  return found
}
