/** What the laws compare: the blocks of a native message, and its parts with some left out. */
import type { Content } from '../../src/types.js'

type Fields = Record<string, unknown>

/** The objects in the lists of a message; of several items that are handed over as one, those that are no messages too. */
export const blocksOf = (native: unknown): unknown[] =>
  Array.isArray(native)
    ? native.flatMap((item: Fields) => ('role' in item ? blocksOf(item) : [item]))
    : ['content', 'parts', 'tool_calls', 'contentParts', 'toolResults'].flatMap((key) => {
        const list = (native as Fields)[key]
        return Array.isArray(list) ? list : []
      })

/** Blocks that are not those of the original. Ids that went with the reasoning they belong to make no block new. */
export function freshBlocks(written: unknown, native: unknown): unknown[] {
  const originals = blocksOf(native)
  const nameless = new Set(originals.map(withoutIds))
  return blocksOf(written).filter((block) => !originals.includes(block) && !nameless.has(withoutIds(block)))
}

const withoutIds = (block: unknown): string =>
  JSON.stringify(block, (key, value: unknown) => (key === 'id' || key === 'itemId' ? undefined : value))

/** Each part alone, and all but one; never all. */
export function subsets(length: number): number[][] {
  if (length < 2) return []
  const all = Array.from({ length }, (_, index) => index)
  return all.flatMap((index) => [[index], all.filter((other) => other !== index)])
}

/** A result that stands in the message of its call goes with it. Calls without ids are numbered anew among those of their name. */
export function without(parts: readonly Content[], dropped: readonly number[]): Content[] {
  const gone = new Set(dropped)
  const calls = new Set(parts.flatMap((part, i) => (part.kind === 'call' && gone.has(i) ? [part.callId] : [])))
  return unnumbered(parts.filter((part, i) => !gone.has(i) && !(part.kind === 'result' && calls.has(part.callId))))
}

export const unnumbered = (parts: readonly Content[]): Content[] =>
  parts.map((part) => ('callId' in part ? { ...part, callId: part.callId.replace(/#\d+$/, '') } : part))

/** Lists that no provider wants empty. */
const LISTS = ['content', 'parts', 'tool_calls', 'reasoning_details', 'contentParts', 'toolResults']

/** Fields a provider would refuse: empty lists, and no content where there are no calls either. LangChain's list of calls is always there. */
export function emptyFields(native: unknown): string[] {
  if (Array.isArray(native)) return native.length === 0 ? ['all'] : native.flatMap(emptyFields)
  const message = native as Fields
  const lists = LISTS.filter((key) => Array.isArray(message[key]) && message[key].length === 0)
  if ('lc_kwargs' in message) return lists.filter((key) => key !== 'tool_calls')
  return message.content === null && !message.tool_calls && !message.function_call && !message.audio ? [...lists, 'content'] : lists
}
