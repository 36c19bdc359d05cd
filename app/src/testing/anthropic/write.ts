/** Anthropic's answer, whole and as a stream. */
import type { Exchange, Incoming } from '../dialect.js'
import { type Fields, fieldsOf, listOf, objectOf, textOf } from '../fields.js'
import type { Finish } from '../script.js'
import { event, pieces } from '../sse.js'
import type { Usage } from '../usage.js'
import { type AnthropicReceived, BINDING_BETA } from './read.js'
import { sign } from './thinking.js'

const STOP: Record<Finish, string> = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  window: 'model_context_window_exceeded',
}

export function write({ n, model, request, received, memory, thinking, text, calls, finish, usage }: Exchange<AnthropicReceived>): Fields {
  const { place, dropped } = received
  const content: Fields[] = []
  if (thinking !== undefined) content.push({ type: 'thinking', thinking, signature: sign(thinking, place) })
  if (text) content.push({ type: 'text', text, citations: null })
  for (const { id, tool, args } of calls) {
    if (thinking !== undefined) memory.thoughtOf.set(id, '')
    content.push({ type: 'tool_use', id, name: tool, input: objectOf(args) })
  }
  return {
    id: `msg_${n}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: STOP[finish],
    stop_sequence: null,
    usage: usageOf(usage),
    ...(textOf(request.headers['anthropic-beta']).includes(BINDING_BETA) && {
      input_transformations: dropped.map((path) => ({ type: 'thinking_dropped', path, reason: 'prefix_binding_mismatch' })),
    }),
  }
}

function usageOf({ input, cacheRead, cacheWrite = 0, longWrite = 0, output, thinking }: Usage): Fields {
  return {
    input_tokens: input - cacheRead - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite - longWrite, ephemeral_1h_input_tokens: longWrite },
    output_tokens: output,
    output_tokens_details: { thinking_tokens: thinking },
    service_tier: 'standard',
  }
}

export function stream(answer: Fields, _request: Incoming, size: number): string[] {
  const send = (data: Fields) => event(data, String(data.type))
  const usage = fieldsOf(answer.usage)
  const start = { ...answer, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  const blocks = listOf(answer.content).flatMap((block, index) => [
    send({ type: 'content_block_start', index, content_block: emptied(block) }),
    ...(index === 0 ? [send({ type: 'ping' })] : []),
    ...deltas(block, size).map((delta) => send({ type: 'content_block_delta', index, delta })),
    send({ type: 'content_block_stop', index }),
  ])
  return [
    send({ type: 'message_start', message: start }),
    ...blocks,
    send({ type: 'message_delta', delta: { stop_reason: answer.stop_reason, stop_sequence: null }, usage }),
    send({ type: 'message_stop' }),
  ]
}

function emptied(block: Fields): Fields {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' }
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

function deltas(block: Fields, size: number): Fields[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...pieces(textOf(block.thinking), size).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'text':
      return pieces(textOf(block.text), size).map((text) => ({ type: 'text_delta', text }))
    default:
      return pieces(JSON.stringify(block.input), size).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  }
}
