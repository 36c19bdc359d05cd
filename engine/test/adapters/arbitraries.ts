/** Random messages of each format, made of random blocks. */
import fc from 'fast-check'
import { PNG } from './openai-chat.messages.js'

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const id = fc.uuid()
const json = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 5 })
const block = <T extends string>(type: T, fields: object) => fc.record({ type: fc.constant(type), ...fields })

/** Fields of the caller's own, and those that mean the same everywhere. */
const around = fc.record({ id: word, timestamp: fc.nat(), pinned: fc.boolean(), x_extra: json }, { requiredKeys: [] })
const message = (
  fields: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<object> =>
  fc
    .tuple(fc.record(fields), fc.record(optional, { requiredKeys: [] }), around)
    .map(([required, more, rest]) => ({ ...required, ...more, ...rest }))

const chatText = fc.record({ type: fc.constant('text'), text: word, x_note: word }, { requiredKeys: ['type', 'text'] })
const chatImage = block('image_url', { image_url: fc.record({ url: fc.constant(`data:image/png;base64,${PNG}`) }) })
const future = block('future', { payload: json })
const chatCall = fc.oneof(
  fc.record({
    id,
    type: fc.constant('function'),
    function: fc.record({
      name: word,
      arguments: fc.oneof(
        word,
        json.map((args) => JSON.stringify(args)),
      ),
    }),
  }),
  fc.record({ id, type: fc.constant('custom'), custom: fc.record({ name: word, input: word }) }),
)
const chatContent = fc.oneof(word, some(fc.oneof(chatText, chatImage, future)))

export const openaiChatMessage = fc.oneof(
  message({ role: fc.constantFrom('system', 'developer', 'user'), content: chatContent }),
  message(
    { role: fc.constant('assistant'), content: fc.oneof(fc.constantFrom(null, ''), chatContent) },
    { reasoning_content: word, reasoning_details: some(json), tool_calls: some(chatCall) },
  ),
  message({ role: fc.constant('tool'), tool_call_id: id, content: fc.oneof(fc.constant(''), chatContent) }, { is_error: fc.boolean() }),
  message({ role: fc.constant('function'), name: word, content: word }),
)

const claudeImage = block('image', {
  source: fc.record({ type: fc.constant('base64'), media_type: fc.constant('image/png'), data: fc.base64String() }),
})
const claudeBlock = fc.oneof(
  chatText,
  claudeImage,
  future,
  block('thinking', { thinking: word, signature: fc.constantFrom('', 'sig') }),
  block('redacted_thinking', { data: word }),
  block('tool_use', { id, name: word, input: json }),
  block('tool_result', { tool_use_id: id, content: fc.oneof(word, some(fc.oneof(chatText, claudeImage, future))), is_error: fc.boolean() }),
)

export const anthropicMessage = message({
  role: fc.constantFrom('user', 'assistant', 'system'),
  content: fc.oneof(word, some(claudeBlock)),
})

const kind = <T extends string>(name: T, fields: object) => fc.record({ kind: fc.constant(name), ...fields })
const ownBody = fc.oneof(
  kind('text', { text: word }),
  kind('data', { value: fc.jsonValue({ maxDepth: 2 }) }),
  kind('media', { mime: fc.constant('image/png'), bytes: fc.nat(), source: word, native: fc.constant(null) }),
)
const ownPart = fc.oneof(
  ownBody,
  kind('thinking', { text: word, sealed: fc.boolean() }),
  kind('call', { callId: id, tool: word, args: json.map((value) => ({ text: JSON.stringify(value), value })) }),
  kind('result', { callId: id, tool: word, body: fc.array(ownBody, { maxLength: 3 }), error: fc.boolean() }),
  kind('opaque', { native: json }),
)
const contentPart = fc.oneof(
  block('text', { text: word }),
  block('reasoning', { text: word }),
  block('image', { storageKey: word }),
  block('tool-call', { toolCallId: id, toolName: word, args: json, state: fc.constant('call') }),
  block('tool-call', {
    toolCallId: id,
    toolName: word,
    args: json,
    state: fc.constantFrom('result', 'error'),
    result: fc.oneof(word, json),
  }),
)
const toolResult = fc.record(
  { toolCallId: id, success: fc.boolean(), output: word, metadata: json },
  { requiredKeys: ['toolCallId', 'success'] },
)

export const plainMessage = fc.oneof(
  message({ role: fc.constantFrom('user', 'assistant'), content: fc.oneof(word, some(ownPart)) }, { generating: fc.boolean() }),
  message({ role: fc.constant('assistant'), contentParts: some(contentPart) }),
  message({ role: fc.constant('tool'), tool_call_id: id, content: fc.oneof(word, some(ownBody)) }),
  some(toolResult).chain((toolResults) =>
    message({ role: fc.constant('tool'), content: fc.constant(JSON.stringify(toolResults)), toolResults: fc.constant(toolResults) }),
  ),
)
