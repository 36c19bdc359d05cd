/** Messages of OpenAI's chat format; how their content blocks are spelt is a parameter. */
import { ShapeError } from '../errors.js'
import type { Content, Draft, Rewrite, Role } from '../types.js'
import { asText, type Blocks, type Changes, rewriteItems } from './blocks.js'
import { functionCallId, makeCall, readCall, readFunctionCall, writeCall, writeFunctionCall } from './chat-calls.js'
import { excerpt, type Fields, stringOr } from './fields.js'
import { draftOf, messageFields, roleIn } from './message.js'
import { readBody, writeBody } from './result-body.js'

const ROLES: { [native: string]: Role } = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
}

/** The fields that hold parts, in the order of the parts. */
const FIELDS = [
  'reasoning_content',
  'thinking',
  'reasoning',
  'reasoning_details',
  'content',
  'refusal',
  'audio',
  'function_call',
  'tool_calls',
  'toolCalls',
] as const
const CALLS = ['function_call', 'tool_calls', 'toolCalls'] as const
type Field = (typeof FIELDS)[number]

export const chatRole = (message: Fields & { role: string }): Role => roleIn(ROLES, message)

export function readChat(native: unknown, blocks: Blocks): Draft {
  const message = messageFields(native)
  const role = chatRole(message)
  const callId = answeredCall(message)
  if (callId !== undefined) {
    const body = readBody(message.content, blocks)
    return draftOf(message, role, [{ kind: 'result', callId, tool: stringOr(message.name, ''), body, error: false }])
  }
  const parts: Content[] = []
  for (const field of FIELDS) {
    for (const item of itemsOf(message, field)) parts.push(readItem(field, item, blocks))
  }
  // A provider takes a message whose content is empty, not one that has none: where nothing else is said, the empty text is a part.
  if (message.content === '' && parts.every(({ kind }) => kind === 'thinking')) parts.push({ kind: 'text', text: '' })
  return draftOf(message, role, parts)
}

export function writeChat(native: unknown, changes: Changes, blocks: Blocks): Fields {
  const message = native as Fields
  const written: { [key: string]: unknown } = { ...message }
  if (answeredCall(message) !== undefined) {
    const change = changes.get(0)
    if (change) written.content = writeBody(message.content, change, blocks)
    return written
  }
  let first = 0
  let dropped = false
  for (const field of FIELDS) {
    const items = itemsOf(message, field)
    const rewritten = rewriteItems(items, first, changes, (item, content) => writeItem(field, item, content, blocks))
    first += items.length
    if (rewritten === items) continue
    if (rewritten.length > 0) written[field] = items === message[field] ? rewritten : rewritten[0]
    else if (field === 'content') written.content = null
    else delete written[field]
    dropped ||= rewritten.length === 0
  }
  // Only a message with calls may be without content.
  if (dropped && (written.content ?? null) === null && !CALLS.some((field) => itemsOf(written, field).length > 0)) written.content = ''
  return written
}

export function makeChat({ role, parts }: Draft, blocks: Blocks): Fields {
  const [result] = parts
  if (result?.kind === 'result' && parts.length === 1) {
    const content = writeBody('', result, blocks)
    if (result.callId === functionCallId(result.tool)) return { role: 'function', name: result.tool, content }
    return { role: 'tool', tool_call_id: result.callId, content }
  }
  if (parts.some((part) => part.kind === 'result')) throw new ShapeError('a message holds one result and nothing else; make one for each')
  const calls = parts.filter((part) => part.kind === 'call')
  const rest = parts.filter((part) => part.kind !== 'call')
  const [only] = rest
  const content = rest.length === 1 && only?.kind === 'text' ? only.text : rest.map(blocks.make)
  if (calls.length === 0) return { role, content }
  return { role, content: rest.length === 0 ? null : content, tool_calls: calls.map(makeCall) }
}

/** The id of the call a message answers; a tool message that names none is read as text. */
function answeredCall({ role, name, tool_call_id: id }: Fields): string | undefined {
  if (role === 'function') return functionCallId(name)
  return role === 'tool' && typeof id === 'string' ? id : undefined
}

const NONE: readonly unknown[] = []

/** One item a part. */
function itemsOf(message: Fields, field: Field): readonly unknown[] {
  const value = message[field]
  if (value === undefined || value === null || value === '') return NONE
  switch (field) {
    case 'content':
      if (typeof value === 'string') return [value]
      if (Array.isArray(value)) return value
      throw new ShapeError(`the content of a message is a string or a list of blocks; this is ${excerpt(value)}`)
    case 'tool_calls':
    case 'toolCalls':
      if (Array.isArray(value)) return value
      throw new ShapeError(`the ${field} of a message are a list; this is ${excerpt(value)}`)
    case 'reasoning_details':
      return Array.isArray(value) && value.length > 0 ? [value] : NONE
    case 'audio':
    case 'function_call':
      return [value]
    default:
      return typeof value === 'string' ? [value] : NONE
  }
}

function readItem(field: Field, item: unknown, blocks: Blocks): Content {
  switch (field) {
    case 'content':
      return typeof item === 'string' ? { kind: 'text', text: item } : blocks.read(item)
    case 'tool_calls':
    case 'toolCalls':
      return readCall(item)
    case 'function_call':
      return readFunctionCall(item)
    case 'reasoning_details':
    case 'refusal':
    case 'audio':
      return { kind: 'opaque', native: item }
    default:
      return { kind: 'thinking', text: item as string, sealed: false }
  }
}

function writeItem(field: Field, item: unknown, content: Rewrite, blocks: Blocks): unknown {
  if (field === 'tool_calls' || field === 'toolCalls') return writeCall(item, content)
  if (field === 'function_call') return writeFunctionCall(item, content)
  return typeof item === 'string' ? asText(content) : blocks.write(item, content)
}
