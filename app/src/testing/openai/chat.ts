/** OpenAI's chat completions, and the many providers that speak it. */
import type { Dialect, Exchange, Incoming } from '../dialect.js'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields.js'
import type { ModelRules } from '../models.js'
import type { Part, Role, Turn } from '../prompt.js'
import type { Finish } from '../script.js'
import { DONE, event, pieces } from '../sse.js'
import type { Usage } from '../usage.js'
import { check } from './chat-check.js'
import { error, fault } from './errors.js'
import { contentParts, joined, promptOf } from './parts.js'

export const openaiChat: Dialect = {
  name: 'openai-chat',
  overflow: 'openai',
  callPrefix: 'call_',
  modelOf: ({ body }) => String(body.model),
  read({ body }, rules, memory) {
    check(body, rules, memory)
    const maxTokens = body.max_completion_tokens ?? body.max_tokens
    return {
      stream: body.stream === true,
      ...(typeof maxTokens === 'number' && { maxTokens }),
      prompt: promptOf('chat', body, rules, listOf(body.messages).map(turnOf)),
    }
  },
  write,
  stream,
  error,
  fault,
  errorEvent: (message, code) => event({ error: { message, type: 'server_error', param: null, code: code ?? null } }),
}

function turnOf(message: Fields): Turn {
  const { role, content } = message
  if (role === 'tool' || role === 'function') {
    return { role: 'tool', parts: [{ kind: 'result', id: textOf(message.tool_call_id ?? message.name), text: joined(content) }] }
  }
  const parts: Part[] = []
  if (typeof message.reasoning_content === 'string') parts.push({ kind: 'thinking', text: message.reasoning_content })
  parts.push(...contentParts(content))
  if (typeof message.refusal === 'string') parts.push({ kind: 'text', text: message.refusal })
  for (const call of listOf(message.tool_calls)) parts.push(callPart(textOf(call.id), fieldsOf(call.function ?? call.custom)))
  if (isFields(message.function_call)) parts.push(callPart(textOf(message.function_call.name), message.function_call))
  return { role: role === 'developer' ? 'system' : (role as Role), parts }
}

const callPart = (id: string, called: Fields): Part => ({
  kind: 'call',
  id,
  tool: textOf(called.name),
  text: textOf(called.arguments ?? called.input),
})

const FINISH: Record<Finish, string> = { stop: 'stop', calls: 'tool_calls', length: 'length', refusal: 'content_filter', window: 'length' }

function write({ n, model, memory, rules, at, thinking, text, calls, finish, usage }: Exchange): Fields {
  if (thinking !== undefined) for (const { id } of calls) memory.thoughtOf.set(id, '')
  const tool_calls = calls.map(({ id, tool, args }) => ({ id, type: 'function', function: { name: tool, arguments: args } }))
  const message = {
    role: 'assistant',
    content: text ?? (calls.length > 0 ? null : ''),
    refusal: null,
    ...(thinking !== undefined && { reasoning_content: thinking }),
    ...(calls.length > 0 && { tool_calls }),
  }
  return {
    id: `chatcmpl-${n}`,
    object: 'chat.completion',
    created: at,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[finish] }],
    usage: usageOf(usage, rules),
  }
}

function usageOf({ input, cacheRead, cacheWrite, output, thinking }: Usage, { cache }: ModelRules): Fields {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }) },
    completion_tokens_details: { reasoning_tokens: thinking },
    ...(cache.kind === 'units' && { prompt_cache_hit_tokens: cacheRead, prompt_cache_miss_tokens: input - cacheRead }),
  }
}

/** Usage comes in a chunk of its own, and only when asked for. */
function stream(answer: Fields, { body }: Incoming, size: number): string[] {
  const [choice = {}] = listOf(answer.choices)
  const { id, created, model, usage } = answer
  const wantsUsage = fieldsOf(body.stream_options).include_usage === true
  const chunk = (choices: Fields[], used: unknown = null) =>
    event({ id, object: 'chat.completion.chunk', created, model, choices, ...(wantsUsage && { usage: used }) })
  const piece = (delta: Fields, finish_reason: unknown = null) => chunk([{ index: 0, delta, logprobs: null, finish_reason }])
  return [
    piece({ role: 'assistant', content: '' }),
    ...deltas(fieldsOf(choice.message), size).map((delta) => piece(delta)),
    piece({}, choice.finish_reason),
    ...(wantsUsage ? [chunk([], usage)] : []),
    DONE,
  ]
}

function deltas(message: Fields, size: number): Fields[] {
  return [
    ...pieces(textOf(message.reasoning_content), size).map((reasoning_content) => ({ reasoning_content })),
    ...pieces(textOf(message.content ?? ''), size).map((content) => ({ content })),
    ...listOf(message.tool_calls).flatMap((call, index) => {
      const { name, arguments: args } = fieldsOf(call.function)
      return [
        { tool_calls: [{ index, id: call.id, type: 'function', function: { name, arguments: '' } }] },
        ...pieces(textOf(args), size).map((more) => ({ tool_calls: [{ index, function: { arguments: more } }] })),
      ]
    }),
  ]
}
