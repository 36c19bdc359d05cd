/** LangChain's messages: instances of its classes, and what is written is one too. */
import { ShapeError } from '../errors.js'
import type { Adapter, Content, Draft, Role } from '../types.js'
import { asText, type Changes, rewriteItems } from './blocks.js'
import { mayBeBound } from './bound-thinking.js'
import { excerpt, type Fields, isFields, stringOr } from './fields.js'
import { readAnswer, writeAnswer } from './langchain-answers.js'
import { langchainBlocks } from './langchain-blocks.js'
import { instanceOf, isInstance, roleOf, withFields } from './langchain-classes.js'
import { draftOf } from './message.js'
import { bodyOf, openRequest, sample, systemFirst, withMessages } from './request.js'
import { readBody, writeBody } from './result-body.js'
import { describeTools } from './tool-schemas.js'

export const langchain: Adapter = {
  name: 'langchain',
  // Whoever is behind it: what one provider refuses is sent to none.
  rules: { startsWithUser: true, nonEmpty: ['user', 'assistant'], noBlankText: true, openThinking: true },

  detect: (request) => sample(request).some(isInstance),

  open(request) {
    const opened = openRequest(request, 'langchain')
    const { systemMessage, systemPrompt, model, tools: given } = bodyOf(request)
    const system = isFields(systemMessage) ? systemMessage.content : systemPrompt
    const tools = describeTools(given)
    const name = isFields(model) ? (model.model ?? model.modelName) : undefined
    if (system !== undefined) opened.system = system
    if (tools) Object.assign(opened, { tools, toolNames: tools.map(({ name }) => stringOr(name, '')) })
    if (typeof name === 'string') opened.model = name
    return { ...opened, heldByServer: false, boundThinking: mayBeBound(opened.model ?? lastModel(opened.messages)) }
  },

  read(native): Draft {
    if (!isFields(native)) throw new ShapeError(`a message is an instance of BaseMessage; this is ${excerpt(native)}`)
    const role = roleOf(native)
    const { id, additional_kwargs } = native
    // The classes have no room for a time or a pin of the app's: those are kept among the extras.
    return draftOf({ ...(isFields(additional_kwargs) && additional_kwargs), id }, role, readParts(native, role))
  },

  write(native, changes) {
    const message = native as Fields
    return changes.size === 0 ? message : withFields(message, writeParts(message, changes))
  },

  make({ role, parts }) {
    const [only] = parts
    if (only?.kind === 'result' && parts.length === 1) {
      return {
        role: 'tool',
        content: writeBody('', only, langchainBlocks),
        tool_call_id: only.callId,
        ...(only.error && { status: 'error' }),
      }
    }
    if (parts.some((part) => part.kind === 'result')) throw new ShapeError('a message holds one result and nothing else; make one for each')
    const rest = parts.filter((part) => part.kind !== 'call')
    const content = rest.length === 1 && rest[0]?.kind === 'text' ? rest[0].text : rest.map(langchainBlocks.make)
    const calls = parts.flatMap((part) => (part.kind === 'call' ? [{ id: part.callId, name: part.tool, args: part.args.value ?? {} }] : []))
    return { role, content, ...(calls.length > 0 && { tool_calls: calls }) }
  },

  finish(request, messages) {
    const ordered = systemFirst(messages, (message) => roleOf(message as Fields) === 'system')
    // What we made has none of LangChain's fields; looked for on every call, so by the one that is quickest to find.
    if (ordered.every((message) => (message as Fields).lc_kwargs !== undefined)) return withMessages(request, ordered)
    const given = openRequest(request, '').messages
    return withMessages(
      request,
      ordered.map((message) => (isInstance(message) ? message : instanceOf(message as Fields, given))),
    )
  },
}

function readParts(message: Fields, role: Role): Content[] {
  const { content, tool_call_id, name, status } = message
  if (role === 'assistant') return readAnswer(message)
  if (typeof tool_call_id === 'string') {
    const body = readBody(content, langchainBlocks)
    return [{ kind: 'result', callId: tool_call_id, tool: stringOr(name, ''), body, error: status === 'error' }]
  }
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return Array.isArray(content) ? content.map(langchainBlocks.read) : []
}

function writeParts(message: Fields, changes: Changes): Fields {
  const { content, tool_call_id } = message
  if (roleOf(message) === 'assistant') return writeAnswer(message, changes)
  const change = changes.get(0)
  if (typeof tool_call_id === 'string') return change ? { content: writeBody(content, change, langchainBlocks) } : {}
  if (Array.isArray(content)) return { content: rewriteItems(content, 0, changes, langchainBlocks.write) }
  return change ? { content: asText(change) } : {}
}

function lastModel(messages: readonly unknown[]): string | undefined {
  const last = messages.findLast((message) => isFields(message) && isFields(message.response_metadata) && 'usage_metadata' in message)
  const { model_name, model } = bodyOf(bodyOf(last).response_metadata)
  return typeof (model_name ?? model) === 'string' ? String(model_name ?? model) : undefined
}
