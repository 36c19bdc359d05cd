/** Random messages of each format, made of random blocks. */
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
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

const dataUrl = fc.constant(`data:image/png;base64,${PNG}`)
const input = fc.oneof(
  block('input_text', { text: word }),
  block('input_image', { detail: fc.constant('auto'), image_url: dataUrl }),
  future,
)
const said = fc.oneof(block('output_text', { text: word, annotations: fc.constant([]) }), block('refusal', { refusal: word }))
const reasoning = message({
  type: fc.constant('reasoning'),
  summary: fc.array(block('summary_text', { text: word }), { maxLength: 2 }),
  encrypted_content: fc.constantFrom('gAAA', null),
})
const call = fc.oneof(
  message({
    type: fc.constant('function_call'),
    call_id: id,
    name: word,
    arguments: fc.oneof(
      word,
      json.map((args) => JSON.stringify(args)),
    ),
  }),
  message({ type: fc.constant('custom_tool_call'), call_id: id, name: word, input: word }),
)
const answer = message({ type: fc.constant('message'), role: fc.constant('assistant'), content: fc.oneof(word, some(said)) })

/** An item, or reasoning with what it led to. */
export const openaiResponsesItem = fc.oneof(
  message({ role: fc.constantFrom('system', 'developer', 'user'), content: fc.oneof(word, some(input)) }, { type: fc.constant('message') }),
  message({
    type: fc.constantFrom('function_call_output', 'custom_tool_call_output'),
    call_id: id,
    output: fc.oneof(fc.constant(''), word, some(input)),
  }),
  message({ type: fc.constant('web_search_call'), status: word }),
  answer,
  fc.tuple(reasoning, answer),
  fc.tuple(reasoning, some(call)).map(([thought, calls]) => [thought, ...calls]),
)

const geminiImage = fc.record({ inlineData: fc.record({ mimeType: fc.constant('image/png'), data: fc.base64String() }) })
const signature = { thoughtSignature: fc.constantFrom('', 'c2ln') }
const geminiCall = fc.record(
  { functionCall: fc.record({ id, name: word, args: json }, { requiredKeys: ['name', 'args'] }), ...signature },
  { requiredKeys: ['functionCall'] },
)
const geminiResponse = fc.record({
  functionResponse: fc.record(
    { id, name: word, response: fc.oneof(json, fc.record({ output: word }), fc.record({ error: word })), parts: some(geminiImage) },
    { requiredKeys: ['name', 'response'] },
  ),
})
const geminiText = fc.record({ text: word, x_note: word }, { requiredKeys: ['text'] })
const geminiThought = fc.record({ text: word, thought: fc.constant(true), ...signature }, { requiredKeys: ['text', 'thought'] })

export const geminiContent = fc.oneof(
  message({ role: fc.constant('user'), parts: some(fc.oneof(geminiText, geminiImage, geminiResponse)) }),
  message({
    role: fc.constant('model'),
    parts: some(fc.oneof(geminiText, geminiThought, geminiCall, fc.record({ executableCode: json }))),
  }),
)

const sdkText = fc.record({ type: fc.constant('text'), text: word, providerOptions: json }, { requiredKeys: ['type', 'text'] })
const sdkFile = block('file', { data: fc.base64String({ minLength: 4 }), mediaType: fc.constant('image/png') })
const sdkOutput = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'error-text'), value: fc.oneof(fc.constant(''), word) }),
  fc.record({ type: fc.constantFrom('json', 'error-json'), value: fc.jsonValue({ maxDepth: 2 }) }),
  fc.record({ type: fc.constant('content'), value: some(fc.oneof(block('text', { text: word }), sdkFile, future)) }),
)

export const aiSdkMessage = fc.oneof(
  message({ role: fc.constant('system'), content: word }),
  message({ role: fc.constant('user'), content: fc.oneof(word, some(fc.oneof(sdkText, sdkFile))) }),
  message({
    role: fc.constant('assistant'),
    content: fc.oneof(
      word,
      some(
        fc.oneof(
          sdkText,
          fc.record(
            { type: fc.constant('reasoning'), text: word, providerOptions: fc.record({ openai: json }) },
            { requiredKeys: ['type', 'text'] },
          ),
          block('tool-call', { toolCallId: id, toolName: word, input: json }),
          block('tool-call', { toolCallId: id, toolName: word, input: json, providerExecuted: fc.constant(true) }),
        ),
      ),
    ),
  }),
  message({ role: fc.constant('tool'), content: some(block('tool-result', { toolCallId: id, toolName: word, output: sdkOutput })) }),
)

const piText = fc.record({ type: fc.constant('text'), text: word, textSignature: word }, { requiredKeys: ['type', 'text'] })
const piImage = block('image', { data: fc.base64String(), mimeType: fc.constant('image/png') })

export const piMessage = fc.oneof(
  message({ role: fc.constantFrom('system', 'user'), content: fc.oneof(word, some(fc.oneof(piText, piImage))) }),
  message({
    role: fc.constant('assistant'),
    content: some(
      fc.oneof(
        piText,
        fc.record({ type: fc.constant('thinking'), thinking: word, thinkingSignature: word }, { requiredKeys: ['type', 'thinking'] }),
        block('toolCall', { id, name: word, arguments: json }),
        future,
      ),
    ),
  }),
  message({
    role: fc.constant('toolResult'),
    toolCallId: id,
    toolName: word,
    content: fc.array(fc.oneof(piText, piImage), { maxLength: 3 }),
    isError: fc.boolean(),
  }),
  message({ role: fc.constant('custom'), customType: word, content: word }),
)

const lcContent = fc.oneof(word, some(fc.oneof(chatText, chatImage, future)))
const lcCall = fc.record({ type: fc.constant('tool_call' as const), id, name: word, args: json })
const lcFields = fc.record(
  { id: word, additional_kwargs: fc.record({ timestamp: fc.nat(), x_extra: json }, { requiredKeys: [] }) },
  { requiredKeys: [] },
)
const lcAnswer = fc
  .tuple(lcFields, lcContent, fc.array(lcCall, { maxLength: 3 }), fc.boolean())
  .map(([fields, content, tool_calls, repeats]) => {
    const echoes = tool_calls.map((each) => ({ type: 'tool_use', id: each.id, name: each.name, input: each.args }))
    const repeated = repeats && Array.isArray(content) ? [...content, ...echoes] : content
    return new AIMessage({ ...fields, content: repeated as string, tool_calls })
  })

export const langchainMessage: fc.Arbitrary<object> = fc.oneof(
  fc.tuple(lcFields, lcContent).map(([fields, content]) => new HumanMessage({ ...fields, content: content as string })),
  fc.tuple(lcFields, word).map(([fields, content]) => new SystemMessage({ ...fields, content })),
  fc
    .tuple(lcFields, lcContent, id, fc.constantFrom('success' as const, 'error' as const))
    .map(([fields, content, tool_call_id, status]) => new ToolMessage({ ...fields, content: content as string, tool_call_id, status })),
  lcAnswer,
)
