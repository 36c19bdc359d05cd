/** What the laws compare: the blocks of a native message, and its parts with some left out. */
import type { Content } from '../../src/types.js'

type Fields = Record<string, unknown>

/** The objects in the lists of a message. */
export const blocksOf = (native: unknown): unknown[] =>
  ['content', 'tool_calls', 'contentParts', 'toolResults'].flatMap((key) => {
    const list = (native as Fields)[key]
    return Array.isArray(list) ? list : []
  })

/** Each part alone, and all but one; never all. */
export function subsets(length: number): number[][] {
  if (length < 2) return []
  const all = Array.from({ length }, (_, index) => index)
  return all.flatMap((index) => [[index], all.filter((other) => other !== index)])
}

/** A result that stands in the message of its call goes with it. */
export function without(parts: readonly Content[], dropped: readonly number[]): Content[] {
  const gone = new Set(dropped)
  const calls = new Set(parts.flatMap((part, i) => (part.kind === 'call' && gone.has(i) ? [part.callId] : [])))
  return parts.filter((part, i) => !gone.has(i) && !(part.kind === 'result' && calls.has(part.callId)))
}

/** Fields a provider would refuse: empty lists, and no content where there are no calls either. */
export function emptyFields(native: unknown): string[] {
  const message = native as Fields
  const lists = Object.keys(message).filter((key) => Array.isArray(message[key]) && message[key].length === 0)
  return message.content === null && !message.tool_calls && !message.function_call && !message.audio ? [...lists, 'content'] : lists
}
