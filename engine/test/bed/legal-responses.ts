/** What OpenAI's Responses refuse. */
import type { Native } from './native-fields.js'
import { pairing } from './pairing.js'

const ROLES = ['system', 'developer', 'user', 'assistant']

/** `original` tells which reasoning the provider remembers behind an id. */
export const illegalInResponses = (items: readonly Native[], original?: readonly Native[]): string[] => {
  const pairs = pairing()
  const { complaints } = pairs
  const remembered = reasonsBehind(original ?? [])
  const sent = reasonsBehind(items)
  items.forEach((item, i) => {
    const complain = (what: string) => complaints.push(`messages[${i}]: ${what}`)
    const type = typeOf(item)
    const answered = typeOf(items[i - 1]) === 'function_call_output'
    if (type === 'message' || (answered && type !== 'function_call_output')) pairs.close()
    if (type === 'function_call') {
      pairs.call(String(item['call_id']), i)
      if (typeof item['arguments'] !== 'string') complain('arguments are not a string')
    }
    if (type === 'function_call_output') {
      pairs.result(String(item['call_id']), i)
      if (hasNothing(item['output'])) complain('no output')
    }
    if (type === 'message') {
      if (!ROLES.includes(String(item['role']))) complain(`role ${String(item['role'])}`)
      if (hasNothing(item['content'])) complain('no content')
    }
    if (type === 'reasoning' && !leadsOn(items, i)) complain('reasoning without the item it led to')
    const needed = remembered.get(item['id'])
    if (needed !== undefined && sent.get(item['id']) !== needed) complain(`${type} ${String(item['id'])} without its reasoning`)
  })
  pairs.close()
  return complaints
}

const typeOf = (item: Native | undefined) => (item && item['type'] === undefined ? 'message' : String(item?.['type']))

const hasNothing = (content: unknown) => content === null || content === undefined || (Array.isArray(content) && content.length === 0)

/** Said by the model, and not reasoning itself. */
const isDeed = (item: Native | undefined) =>
  item !== undefined && typeOf(item) !== 'function_call_output' && (typeOf(item) !== 'message' || item['role'] === 'assistant')

const leadsOn = (items: readonly Native[], from: number) => isDeed(items.slice(from).find((item) => typeOf(item) !== 'reasoning'))

/** By the id of each item that reasoning led to: the id of that reasoning. Calls side by side have it in common. */
const reasonsBehind = (items: readonly Native[]): Map<unknown, unknown> => {
  const behind = new Map<unknown, unknown>()
  let reason: unknown
  items.forEach((item, i) => {
    const type = typeOf(item)
    const led = typeOf(items[i - 1]) === 'reasoning' || type === 'function_call'
    if (type === 'reasoning') reason = item['id'] ?? JSON.stringify(item)
    else if (!isDeed(item) || !led) reason = undefined
    else if (reason !== undefined && item['id'] !== undefined) behind.set(item['id'], reason)
    if (type === 'message') reason = undefined
  })
  return behind
}
