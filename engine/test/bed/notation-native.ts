/**
 * Fixtures through every adapter: plain messages as a provider's request, and a provider's request as plain messages again.
 * One message stays one message, so that `$3` means the same everywhere; only Anthropic's and Gemini's system messages move out of the list.
 */
import type { Content, Json } from '../../src/types.js'
import { declare, type Format } from './natives.js'
import { base64Of, flags, type Native } from './native-fields.js'
import { media } from './native-plain.js'
import { shortest, type PlainCall, type PlainMessage } from './notation-parse.js'
import { isRendered, render, unrender } from './notation-steps.js'

/** A bare array, or a body where the format or the tools need one. */
export const toNative = (format: Format, messages: readonly PlainMessage[], tools: readonly string[] = []): unknown => {
  const declared = tools.length > 0 && { tools: declare(format, tools) }
  if (format === 'anthropic') {
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => ({ type: 'text', text: content }))
    const rest = messages.filter(({ role }) => role !== 'system').map(toAnthropic)
    return { model: 'claude-sonnet-4-5', ...(system.length > 0 && { system }), ...declared, messages: rest }
  }
  if (isRendered(format)) {
    const system = format === 'gemini' ? messages.filter(({ role }) => role === 'system').map(({ content }) => ({ text: content })) : []
    const rest = format === 'gemini' ? messages.filter(({ role }) => role !== 'system') : messages
    const natives = rest.flatMap((message) => render(format, message))
    if (!declared && system.length === 0) return natives
    return { ...(system.length > 0 && { systemInstruction: { parts: system } }), ...declared, [LISTS[format] ?? 'messages']: natives }
  }
  const natives = format === 'plain' ? [...messages] : messages.map(toOpenAI)
  return declared ? { ...declared, messages: natives } : natives
}

/** What a format calls its list, where it is not `messages`. */
const LISTS: { [format: string]: string } = { 'openai-responses': 'input', gemini: 'contents' }

export const fromNative = (format: Format, request: unknown): PlainMessage[] => {
  const body = Array.isArray(request) ? { messages: request } : (request as Native)
  if (isRendered(format)) {
    const { parts = [] } = (body['systemInstruction'] ?? {}) as { parts?: { text: string }[] }
    return [...parts.map(({ text }): PlainMessage => ({ role: 'system', content: text })), ...unrender(format, request)]
  }
  const messages = body['messages'] as Native[]
  if (format === 'plain') return messages as unknown as PlainMessage[]
  if (format === 'openai-chat') return messages.map(fromOpenAI)
  const system = typeof body['system'] === 'string' ? [{ text: body['system'] }] : ((body['system'] ?? []) as Native[])
  return [...system.map(({ text }): PlainMessage => ({ role: 'system', content: String(text) })), ...messages.flatMap(fromAnthropic)]
}

const listOf = (content: string | Content[]): Content[] => (typeof content === 'string' ? [{ kind: 'text', text: content }] : content)

const toOpenAI = (message: PlainMessage): Native => {
  const { content, role, tool_calls, tool_call_id, is_error } = message
  const thinking = listOf(content).flatMap((part) => (part.kind === 'thinking' ? [part.text] : []))
  const rest = typeof content === 'string' ? content : shortest(content.filter(({ kind }) => kind !== 'thinking'))
  return {
    role,
    content: rest === '' && tool_calls ? null : typeof rest === 'string' ? rest : rest.map(openAIPart),
    ...(thinking.length > 0 && { reasoning_content: thinking.join('\n') }),
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id !== undefined && { tool_call_id }),
    ...(is_error && { is_error }),
    ...flags(message),
  }
}

const openAIPart = (part: Content): unknown => {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  if (part.kind === 'media') return { type: 'image_url', image_url: { url: part.source } }
  return part.kind === 'opaque' ? part.native : { type: 'text', text: JSON.stringify(part.kind === 'data' ? part.value : part) }
}

const fromOpenAI = (message: Native): PlainMessage => {
  const { role, content, reasoning_content, tool_calls, tool_call_id, is_error } = message
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : ((content ?? []) as Native[])
  const contents = parts.map((part): Content => {
    if (part['type'] === 'text') return { kind: 'text', text: String(part['text']) }
    const url = (part['image_url'] as Native | undefined)?.['url']
    return typeof url === 'string' && url.startsWith('data:') ? media(base64Of(url)) : { kind: 'opaque', native: part }
  })
  const thought: Content[] = reasoning_content === undefined ? [] : [{ kind: 'thinking', text: String(reasoning_content), sealed: false }]
  // Beside thinking an empty string would print as a text of its own.
  const said = contents.filter((part) => thought.length === 0 || part.kind !== 'text' || part.text !== '')
  return {
    role: (role === 'developer' ? 'system' : role) as PlainMessage['role'],
    content: shortest([...thought, ...said]),
    ...(tool_calls !== undefined && { tool_calls: tool_calls as PlainCall[] }),
    ...(tool_call_id !== undefined && { tool_call_id: String(tool_call_id) }),
    ...(is_error === true && { is_error }),
    ...flags(message),
  }
}

const toAnthropic = (message: PlainMessage): Native => {
  const { content, role, tool_calls = [], tool_call_id, is_error } = message
  const body = typeof content === 'string' ? content : content.map(anthropicBlock)
  if (role === 'tool') {
    const result = { type: 'tool_result', tool_use_id: tool_call_id ?? '', content: body, ...(is_error && { is_error }) }
    return { role: 'user', content: [result], ...flags(message) }
  }
  const blocks = typeof body === 'string' ? (body === '' ? [] : [{ type: 'text', text: body }]) : body
  const calls = tool_calls.map(({ id, function: { name, arguments: args } }) => ({ type: 'tool_use', id, name, input: inputOf(args) }))
  return { role, content: calls.length > 0 ? [...blocks, ...calls] : body, ...flags(message) }
}

const anthropicBlock = (part: Content): unknown => {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  if (part.kind === 'thinking') return { type: 'thinking', thinking: part.text, signature: part.sealed ? 'EqABsealed==' : '' }
  if (part.kind === 'media') return { type: 'image', source: { type: 'base64', media_type: part.mime, data: base64Of(part.source) } }
  return part.kind === 'opaque' ? part.native : { type: 'text', text: JSON.stringify(part.kind === 'data' ? part.value : part) }
}

/** What is not JSON was cut off: the API wants an object all the same. */
const inputOf = (args: string): Json => {
  try {
    return JSON.parse(args === '' ? '{}' : args) as Json
  } catch {
    return {}
  }
}

const fromAnthropic = (message: Native): PlainMessage[] => {
  const { role, content } = message
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Native[])
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  const contents = blocks.filter((block) => !results.includes(block) && !calls.includes(block)).map(contentOf)
  const tool_calls = calls.map(({ id, name, input }): PlainCall => ({
    id: String(id),
    type: 'function',
    function: { name: String(name), arguments: JSON.stringify(input) },
  }))
  const told: PlainMessage = {
    role: role as 'user',
    content: shortest(contents),
    ...(calls.length > 0 && { tool_calls }),
    ...flags(message),
  }
  return [...results.map((block) => resultOf(block, message)), ...(results.length > 0 && contents.length === 0 ? [] : [told])]
}

const resultOf = ({ tool_use_id, content, is_error }: Native, message: Native): PlainMessage => ({
  role: 'tool',
  ...(tool_use_id !== '' && { tool_call_id: String(tool_use_id) }),
  content: shortest(typeof content === 'string' ? [{ kind: 'text', text: content }] : ((content ?? []) as Native[]).map(contentOf)),
  ...(is_error === true && { is_error }),
  ...flags(message),
})

const contentOf = (block: Native): Content => {
  const { type, text, thinking, signature, source } = block
  if (type === 'text') return { kind: 'text', text: String(text) }
  if (type === 'thinking') return { kind: 'thinking', text: String(thinking), sealed: Boolean(signature) }
  const data = (source as Native | undefined)?.['data']
  return type === 'image' && typeof data === 'string' ? media(data) : { kind: 'opaque', native: block }
}
