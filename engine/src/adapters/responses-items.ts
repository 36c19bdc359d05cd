/** Items of OpenAI's Responses: messages, reasoning, calls, outputs and what only the provider understands. */
import { ShapeError } from '../errors.js'
import type { Content, ContentOf, Role } from '../types.js'
import { asText, type Changes, rewriteItems } from './blocks.js'
import { argsLike, asCall, readArgs } from './chat-calls.js'
import { excerpt, type Fields, isFields, stringOr } from './fields.js'
import { mediaFromBase64 } from './media.js'
import { roleIn } from './message.js'
import { inputBlocks, outputBlocks, readMedia } from './responses-blocks.js'
import { isOutput, readOutput, writeOutput } from './responses-outputs.js'

const ROLES: { [native: string]: Role } = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant' }

/** Calls that the client answers, and the field that says what is asked. */
const CALLS: { [type: string]: string } = {
  function_call: 'arguments',
  custom_tool_call: 'input',
  local_shell_call: 'action',
  shell_call: 'action',
  apply_patch_call: 'operation',
}

export const typeOf = (item: Fields): string =>
  item.type === undefined && typeof item.role === 'string' ? 'message' : stringOr(item.type, '')

export const isCall = (item: Fields): boolean => Object.hasOwn(CALLS, typeOf(item))

/** An answer to a call that has room for nothing but what it is: it goes with the call or not at all. */
export function isBoundOutput(item: Fields): boolean {
  const { type } = item
  return typeof type === 'string' && (type.endsWith('_output') || type.endsWith('_response')) && !isOutput(item)
}

export function itemFields(native: unknown): Fields {
  if (!isFields(native)) throw new ShapeError(`an item is an object with a type or a role; this is ${excerpt(native)}`)
  if (typeOf(native) === '') throw new ShapeError(`an item has neither type nor role: ${excerpt(native)}`)
  return native
}

export function itemRole(item: Fields): Role {
  if (typeOf(item) === 'message') return roleIn(ROLES, item as Fields & { role: string })
  return isOutput(item) || isBoundOutput(item) ? 'tool' : 'assistant'
}

export function readItem(item: Fields): Content[] {
  const type = typeOf(item)
  if (type === 'message') return readMessage(item)
  if (type === 'reasoning') return [readReasoning(item)]
  if (isCall(item)) return [readCall(item, type)]
  if (isOutput(item)) return [readOutput(item)]
  // Its id is the provider's, who may not be told it: see `write`.
  return [pictureOf(item, type) ?? { kind: 'opaque', native: withoutId(item) }]
}

/** The item with its changes; `first` is the index of its first part. Undefined when nothing of it is left. */
export function writeItem(item: Fields, first: number, changes: Changes): Fields | undefined {
  const type = typeOf(item)
  if (type === 'message') return writeMessage(item, first, changes)
  const change = changes.get(first)
  if (change === undefined) return item
  if (change === null) return undefined
  if (type === 'reasoning') return writeReasoning(item, asText(change))
  if (isCall(item)) {
    const field = CALLS[type] as string
    return { ...item, [field]: argsLike(item[field], asCall(change).args) }
  }
  if (isOutput(item)) return writeOutput(item, change)
  // The answer to a computer's call is a picture, whatever it shows.
  if (type === 'computer_call_output') return { ...item, output: { type: 'computer_screenshot', image_url: BLANK } }
  return { type: 'message', role: 'assistant', content: asText(change) }
}

export const makeCallItem = ({ callId, tool, args }: ContentOf<'call'>): Fields => ({
  type: 'function_call',
  call_id: callId,
  name: tool,
  arguments: args.text,
})

/** The id names what the server remembers of an item. */
export function withoutId(item: Fields): Fields {
  const { id: _, ...rest } = item
  return 'id' in item ? rest : item
}

function readMessage({ role, content }: Fields): Content[] {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.map(blocksFor(role).read)
  throw new ShapeError(`the content of a message is a string or a list of parts; this is ${excerpt(content)}`)
}

function writeMessage(item: Fields, first: number, changes: Changes): Fields | undefined {
  const { role, content } = item
  if (Array.isArray(content)) {
    const rewritten = rewriteItems(content, first, changes, blocksFor(role).write)
    if (rewritten === content) return item
    return rewritten.length > 0 ? { ...item, content: rewritten } : undefined
  }
  const change = typeof content === 'string' ? changes.get(first) : undefined
  if (change === undefined) return item
  return change === null ? undefined : { ...item, content: asText(change) }
}

const blocksFor = (role: unknown) => (role === 'assistant' ? outputBlocks : inputBlocks)

function readReasoning({ summary, content, encrypted_content }: Fields): Content {
  const text = [...textsIn(summary), ...textsIn(content)].join('\n')
  return { kind: 'thinking', text, sealed: stringOr(encrypted_content, '') !== '' }
}

/** Open models tell their reasoning in `content`, the others in a summary. */
function writeReasoning(item: Fields, text: string): Fields {
  const told = textsIn(item.summary).length === 0 && textsIn(item.content).length > 0
  if (told) return { ...item, content: [{ type: 'reasoning_text', text }] }
  return { ...item, summary: [{ type: 'summary_text', text }], ...(Array.isArray(item.content) && { content: [] }) }
}

const textsIn = (parts: unknown): string[] =>
  Array.isArray(parts) ? parts.flatMap((part) => (isFields(part) && typeof part.text === 'string' ? [part.text] : [])) : []

function readCall(item: Fields, type: string): Content {
  const given = item[CALLS[type] as string]
  // The input of a custom tool is free text, even where it could pass for JSON.
  const args = type === 'custom_tool_call' ? { text: stringOr(given, '') } : readArgs(given)
  return { kind: 'call', callId: stringOr(item.call_id ?? item.id, ''), tool: stringOr(item.name, type.replace('_call', '')), args }
}

/** Pictures among the items: as text they would be counted in megabytes. */
function pictureOf(item: Fields, type: string): Content | undefined {
  if (type === 'image_generation_call' && typeof item.result === 'string') return mediaFromBase64(item.result, item, 'image/png')
  const shot = type === 'computer_call_output' && isFields(item.output) ? readMedia(item.output) : undefined
  return shot?.kind === 'media' ? { ...shot, native: item } : undefined
}

/** A picture of one pixel. */
const BLANK = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
