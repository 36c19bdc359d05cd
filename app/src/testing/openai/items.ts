/** The items of OpenAI's responses: what the server holds is put in place, what cannot stand together is refused. */
import type { Memory } from '../dialect.js'
import { type Fields, listOf, textOf } from '../fields.js'
import { Refused } from '../refused.js'
import { unseal } from '../seal.js'

/** Everything the model is to read: a conversation held by the server, then the input, with references resolved. */
export function itemsOf(body: Fields, memory: Memory): Fields[] {
  const held = heldBy(body.previous_response_id, memory)
  const given = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : listOf(body.input)
  if (held.length + given.length === 0)
    throw new Refused(`One of "input" or "previous_response_id" or 'prompt' or 'conversation_id' must be provided.`, {
      code: 'missing_required_parameter',
    })
  return [...held, ...given.map((item) => (item.type === 'item_reference' ? stored(item, memory) : item))]
}

function heldBy(id: unknown, { conversations }: Memory): Fields[] {
  if (typeof id !== 'string') return []
  const held = conversations.get(id)
  if (!held)
    throw new Refused(`Previous response with id '${id}' not found.`, {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    })
  return held
}

function stored({ id }: Fields, { items }: Memory): Fields {
  const item = items.get(String(id))
  if (item) return item
  throw new Refused(
    `Item with id '${String(id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    { status: 404, param: 'input' },
  )
}

export function checkItems(items: readonly Fields[], memory: Memory): void {
  items.forEach((item, i) => {
    if (item.type === 'reasoning') checkReasoning(item, items[i + 1], memory)
    else checkThought(item, items.slice(0, i), memory)
    if (Array.isArray(item.content) && item.content.length === 0 && item.type !== 'reasoning')
      throw new Refused(
        `Invalid 'input[${i}].content': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
        {
          param: `input[${i}].content`,
          code: 'empty_array',
        },
      )
  })
  checkPairs(items)
}

const MADE_BY_MODEL = ['function_call', 'custom_tool_call', 'message', 'reasoning']

function checkReasoning(item: Fields, next: Fields | undefined, memory: Memory): void {
  const id = String(item.id)
  if (typeof item.encrypted_content === 'string') {
    if (!unseal(item.encrypted_content))
      throw new Refused(
        `The encrypted content ${item.encrypted_content.slice(0, 8)}... could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
        { code: 'invalid_encrypted_content' },
      )
  } else stored(item, memory)
  const kind = textOf(next?.type ?? 'message')
  if (!next || !MADE_BY_MODEL.includes(kind) || (kind === 'message' && next.role !== 'assistant'))
    throw new Refused(`Item '${id}' of type 'reasoning' was provided without its required following item.`, { param: 'input' })
}

/** An item that the server knows by its id comes with the reasoning that led to it. */
function checkThought({ id, type = 'message' }: Fields, before: readonly Fields[], { thoughtOf }: Memory): void {
  const thought = typeof id === 'string' ? thoughtOf.get(id) : undefined
  if (thought && !before.some((item) => item.id === thought))
    throw new Refused(`Item '${String(id)}' of type '${String(type)}' was provided without its required 'reasoning' item: '${thought}'.`, {
      param: 'input',
    })
}

function checkPairs(items: readonly Fields[]): void {
  const open = new Set<string>()
  for (const { type, call_id } of items) {
    const id = String(call_id)
    if (type === 'function_call' || type === 'custom_tool_call') open.add(id)
    else if ((type === 'function_call_output' || type === 'custom_tool_call_output') && !open.delete(id))
      throw new Refused(`No tool call found for function call output with call_id ${id}.`, { param: 'input' })
  }
  const [unanswered] = open
  if (unanswered !== undefined) throw new Refused(`No tool output found for function call ${unanswered}.`, { param: 'input' })
}
