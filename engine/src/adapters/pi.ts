/** pi's AgentMessages: the provider's messages, and an app's own among them. */
import { ShapeError } from '../errors.js'
import type { Adapter, Content, Draft, Opened, Role } from '../types.js'
import { asText, rewriteItems } from './blocks.js'
import { mayBeBound } from './bound-thinking.js'
import { excerpt, type Fields, isFields, stringOr } from './fields.js'
import { draftOf, messageFields } from './message.js'
import { piBlocks } from './pi-blocks.js'
import { bodyOf, openRequest, sample, systemFirst, withMessages } from './request.js'
import { readBody, writeBody } from './result-body.js'

export const pi: Adapter = {
  name: 'pi',
  // Whoever is behind it: what one provider refuses is sent to none.
  rules: { startsWithUser: true, nonEmpty: ['user', 'assistant'], noBlankText: true, openThinking: true },

  detect: (request) => sample(request).some(isDistinct),

  open(request) {
    const opened = openRequest(request, 'pi')
    const { systemPrompt, model } = bodyOf(request)
    if (typeof systemPrompt === 'string') opened.system = systemPrompt
    const names = declaredIn(opened.messages)
    if (names.length > 0) opened.toolNames = [...(opened.toolNames ?? []), ...names]
    if (isFields(model) && typeof model.provider === 'string') opened.provider = model.provider
    if (isFields(model) && typeof model.id === 'string') opened.model = model.id
    return { ...opened, heldByServer: false, boundThinking: mayBeBound(opened.model ?? lastModel(opened)) }
  },

  read(native): Draft {
    const message = messageFields(native)
    const role = Object.hasOwn(ROLES, message.role) ? ROLES[message.role] : undefined
    // What an app adds of its own becomes the user's words, or nothing, on its way to the model.
    if (!role) return draftOf(message, 'user', [{ kind: 'opaque', native }])
    if (role === 'tool') return draftOf(message, role, [readResult(message)])
    return draftOf(message, role, [...readContent(message.content), ...readChanges(message)])
  },

  write(native, changes) {
    const message = native as Fields
    const { role, content } = message
    const first = changes.get(0)
    if (role === 'toolResult') return first ? { ...message, content: asBlocks(writeBody(content, first, piBlocks)) } : { ...message }
    if (!Array.isArray(content)) return first && typeof content === 'string' ? { ...message, content: asText(first) } : { ...message }
    const rewritten = rewriteItems(content, 0, changes, piBlocks.write)
    const written = { ...message, content: rewritten.length > 0 ? rewritten : '' }
    return changes.get(content.length) === null ? withoutChanges(written) : written
  },

  make({ role, parts, at }) {
    const timestamp = at ?? 0
    const [result] = parts
    if (result?.kind === 'result' && parts.length === 1) {
      const { callId, tool, error } = result
      return {
        role: 'toolResult',
        toolCallId: callId,
        toolName: tool,
        content: asBlocks(writeBody([], result, piBlocks)),
        isError: error,
        timestamp,
      }
    }
    if (parts.some((part) => part.kind === 'result')) throw new ShapeError('a message holds one result and nothing else; make one for each')
    return { role, content: parts.map(piBlocks.make), timestamp }
  },

  finish: (request, messages) => withMessages(request, systemFirst(messages, isSystem)),
}

const ROLES: { [native: string]: Role } = { system: 'system', user: 'user', assistant: 'assistant', toolResult: 'tool' }

const isSystem = (message: unknown): boolean => isFields(message) && message.role === 'system'

function readContent(content: unknown): Content[] {
  if (content === '' || content === undefined || content === null) return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.map(piBlocks.read)
  throw new ShapeError(`the content of a message is a string or a list of blocks; this is ${excerpt(content)}`)
}

function readResult(message: Fields): Content {
  const body = readBody(message.content, piBlocks)
  return {
    kind: 'result',
    callId: stringOr(message.toolCallId, ''),
    tool: stringOr(message.toolName, ''),
    body,
    error: message.isError === true,
  }
}

/** Sections of the prompt and tools stand in system messages too. */
function readChanges({ role, sections, toolsAdded, toolsRemoved }: Fields): Content[] {
  if (role !== 'system' || (sections ?? toolsAdded ?? toolsRemoved) === undefined) return []
  return [{ kind: 'opaque', native: { sections, toolsAdded, toolsRemoved } }]
}

function withoutChanges(message: Fields): Fields {
  const { sections: _sections, toolsAdded: _added, toolsRemoved: _removed, ...rest } = message
  return rest
}

/** A result's content is a list, whatever is in it. */
const asBlocks = (content: unknown): unknown => (Array.isArray(content) ? content : content === '' ? [] : [{ type: 'text', text: content }])

function declaredIn(messages: readonly unknown[]): string[] {
  const names: string[] = []
  for (const message of messages) {
    if (!isFields(message) || message.role !== 'system' || !Array.isArray(message.toolsAdded)) continue
    for (const tool of message.toolsAdded) if (isFields(tool) && typeof tool.name === 'string') names.push(tool.name)
  }
  return names
}

/** The model that answered last: most likely whose thinking it is, but not always the one that is asked now. */
function lastModel({ messages }: Opened<unknown>): string | undefined {
  const last = messages.findLast((message) => isFields(message) && message.role === 'assistant')
  return isFields(last) && typeof last.model === 'string' ? last.model : undefined
}

function isDistinct({ role, content, api, stopReason }: Fields): boolean {
  if (role === 'toolResult' || (role === 'assistant' && typeof api === 'string' && typeof stopReason === 'string')) return true
  return Array.isArray(content) && content.some((block) => isFields(block) && block.type === 'toolCall')
}
