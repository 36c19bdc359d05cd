/** OpenAI's responses: the request in neutral form, and the answer. */
import type { Dialect, Exchange, Received } from '../dialect.js'
import { type Fields, textOf } from '../fields.js'
import type { Part, Role, Turn } from '../prompt.js'
import { seal, unseal } from '../seal.js'
import type { Finish } from '../script.js'
import type { Usage } from '../usage.js'
import { error, fault } from './errors.js'
import { checkItems, itemsOf } from './items.js'
import { contentParts, joined, promptOf } from './parts.js'
import { failed, stream } from './responses-stream.js'

interface ResponsesReceived extends Received {
  items: Fields[]
}

export const openaiResponses: Dialect<ResponsesReceived> = {
  name: 'openai-responses',
  overflow: 'openai-responses',
  callPrefix: 'call_',
  modelOf: ({ body }) => String(body.model),
  read({ body }, rules, memory) {
    const items = itemsOf(body, memory)
    checkItems(items, memory)
    const system: Turn[] = body.instructions ? [{ role: 'system', parts: [{ kind: 'text', text: textOf(body.instructions) }] }] : []
    return {
      stream: body.stream === true,
      ...(typeof body.max_output_tokens === 'number' && { maxTokens: body.max_output_tokens }),
      prompt: promptOf('responses', body, rules, [...system, ...items.map((item) => turnOf(item, memory.items))]),
      items,
    }
  },
  write,
  stream,
  error,
  fault,
  errorEvent: failed,
}

function turnOf(item: Fields, stored: ReadonlyMap<string, Fields>): Turn {
  const id = textOf(item.call_id)
  const assistant = (part: Part): Turn => ({ role: 'assistant', parts: [part] })
  switch (item.type) {
    case 'function_call':
      return assistant({ kind: 'call', id, tool: textOf(item.name), text: textOf(item.arguments) })
    case 'custom_tool_call':
      return assistant({ kind: 'call', id, tool: textOf(item.name), text: textOf(item.input) })
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'tool', parts: [{ kind: 'result', id, text: joined(item.output) }] }
    case 'reasoning': {
      const sealed = item.encrypted_content ?? stored.get(String(item.id))?.encrypted_content
      return assistant({ kind: 'thinking', text: unseal(sealed)?.text ?? '' })
    }
    case undefined:
    case 'message':
      return { role: item.role === 'developer' ? 'system' : (item.role as Role), parts: contentParts(item.content) }
    default:
      return assistant({ kind: 'other', text: JSON.stringify(item) })
  }
}

/** Why an answer is incomplete; the others are whole. */
const CUT: { [finish in Finish]?: string } = { length: 'max_output_tokens', window: 'max_output_tokens', refusal: 'content_filter' }

function write(exchange: Exchange<ResponsesReceived>): Fields {
  const { n, model, request, received, memory, at, finish, usage } = exchange
  const { body } = request
  const output = outputOf(exchange)
  if (body.store !== false) {
    for (const item of output) memory.items.set(String(item.id), item)
    memory.conversations.set(`resp_${n}`, [...received.items, ...output])
  }
  const cut = CUT[finish]
  return {
    id: `resp_${n}`,
    object: 'response',
    created_at: at,
    status: cut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: cut ? { reason: cut } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model,
    output: wantsSeal(body) ? output : output.map(unsealed),
    parallel_tool_calls: true,
    previous_response_id: body.previous_response_id ?? null,
    store: body.store !== false,
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    usage: usageOf(usage),
    metadata: {},
  }
}

function outputOf({ n, thinking, text, calls, memory, request }: Exchange): Fields[] {
  const output: Fields[] = []
  if (thinking !== undefined) {
    const summary = thinking === '' ? [] : [{ type: 'summary_text', text: thinking }]
    output.push({ type: 'reasoning', id: `rs_${n}`, summary, encrypted_content: seal({ text: thinking }) })
  }
  if (text !== undefined || calls.length === 0) {
    const content = [{ type: 'output_text', text: text ?? '', annotations: [], logprobs: [] }]
    output.push({ type: 'message', id: `msg_${n}`, status: 'completed', role: 'assistant', content })
  }
  calls.forEach(({ id, tool, args }, i) => {
    output.push({ type: 'function_call', id: `fc_${n}_${i}`, call_id: id, name: tool, arguments: args, status: 'completed' })
  })
  // What is not stored is not known again.
  if (thinking !== undefined && request.body.store !== false)
    for (const { id } of output.slice(1)) memory.thoughtOf.set(String(id), `rs_${n}`)
  return output
}

const wantsSeal = ({ include }: Fields): boolean => Array.isArray(include) && include.includes('reasoning.encrypted_content')

function unsealed(item: Fields): Fields {
  const { encrypted_content: _seal, ...rest } = item
  return rest
}

function usageOf({ input, cacheRead, cacheWrite, output, thinking }: Usage): Fields {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }) },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: thinking },
    total_tokens: input + output,
  }
}
