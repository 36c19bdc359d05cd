/** OpenAI's Responses: a list of items, some of which only stand together. */
import { ShapeError } from '../errors.js'
import type { Adapter, Draft } from '../types.js'
import { asText } from './blocks.js'
import { type Fields, isFields } from './fields.js'
import { draftOf } from './message.js'
import { bodyOf, openRequest, sample, withList } from './request.js'
import { endOfUnit } from './responses-units.js'
import { inputBlocks, outputBlocks } from './responses-blocks.js'
import { isBoundOutput, isCall, itemFields, itemRole, makeCallItem, readItem, typeOf, withoutId, writeItem } from './responses-items.js'
import { isOutput, makeOutput } from './responses-outputs.js'
import { inUnits, itemsOf, ungrouped } from './units.js'

export const openaiResponses: Adapter = {
  name: 'openai-responses',
  // Within a tool turn the model wants its reasoning back.
  rules: { nonEmpty: ['user', 'assistant'], openThinking: true },

  detect(request) {
    if (!Array.isArray(request)) {
      const { input, messages } = bodyOf(request)
      return messages === undefined && (typeof input === 'string' || Array.isArray(input))
    }
    return sample(request).some(isDistinct)
  },

  open(request) {
    const opened = openRequest(request, 'openai', 'input')
    const { instructions, previous_response_id, conversation, context_management } = bodyOf(request)
    const managed = Array.isArray(context_management) && context_management.length > 0
    const heldByServer = Boolean(previous_response_id) || Boolean(conversation) || managed || opened.messages.some(isHeld)
    if (typeof instructions === 'string') opened.system = instructions
    return { ...opened, messages: inUnits(opened.messages, endOfUnit), heldByServer, boundThinking: false }
  },

  read(native): Draft {
    if (typeof native === 'string') return { role: 'user', parts: [{ kind: 'text', text: native }] }
    const items = itemsOf(native).map(itemFields)
    const [first = {}] = items
    return draftOf(Object.assign({}, ...items.toReversed()), itemRole(first), items.flatMap(readItem))
  },

  write(native, changes) {
    if (typeof native === 'string') return asText(changes.get(0) ?? { kind: 'text', text: native })
    const kept: Fields[] = []
    let first = 0
    let orphaned = false
    for (const item of itemsOf(native) as Fields[]) {
      const written = writeItem(item, first, changes)
      first += readItem(item).length
      const reasons = item.type === 'reasoning'
      if (reasons) orphaned = written === undefined
      // Under its id the server would miss the reasoning that is gone.
      if (written) kept.push(orphaned && !reasons ? withoutId(written) : written)
    }
    // Reasoning that led to a call without a result leads nowhere.
    while (Array.isArray(native) && kept.at(-1)?.type === 'reasoning') kept.pop()
    return Array.isArray(native) ? kept : kept[0]
  },

  make({ role, parts }) {
    const [only] = parts
    if (only?.kind === 'result' && parts.length === 1) return makeOutput(only)
    if (parts.some((part) => part.kind === 'result')) throw new ShapeError('an item holds one result and nothing else; make one for each')
    const calls = parts.filter((part) => part.kind === 'call')
    const rest = parts.filter((part) => part.kind !== 'call')
    const blocks = role === 'assistant' ? outputBlocks : inputBlocks
    const content = rest.length === 1 && rest[0]?.kind === 'text' ? rest[0].text : rest.map(blocks.make)
    const message = { type: 'message', role, content }
    return calls.length === 0 ? message : [...(rest.length > 0 ? [message] : []), ...calls.map(makeCallItem)]
  },

  finish(request, units) {
    const [only] = units
    const { input } = bodyOf(request)
    if (typeof input === 'string' && units.length === 1 && typeof only === 'string') return withList(request, only, 'input')
    const items = ungrouped(units)
    const user = (item: unknown) => (typeof item === 'string' ? { type: 'message', role: 'user', content: item } : item)
    return withList(request, typeof input === 'string' ? items.map(user) : items, 'input')
  },
}

/** What refers to something that only the server has. */
const HELD = new Set(['item_reference', 'compaction', 'compaction_summary', 'context_compaction'])

const isHeld = (item: unknown): boolean => isFields(item) && HELD.has(item.type as string)

function isDistinct(item: Fields): boolean {
  const type = typeOf(item)
  if (type !== 'message') return type === 'reasoning' || isCall(item) || isOutput(item) || isBoundOutput(item) || isHeld(item)
  return (
    item.type === 'message' ||
    (Array.isArray(item.content) && item.content.some((part) => isFields(part) && DISTINCT.has(part.type as string)))
  )
}

const DISTINCT = new Set(['input_text', 'output_text', 'input_image', 'input_file'])
