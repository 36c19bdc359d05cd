/** Anthropic's messages. */
import { ShapeError } from '../errors.js'
import type { Adapter, Content, Draft, Role } from '../types.js'
import { anthropicBlocks } from './anthropic-blocks.js'
import { withBreakpoint } from './anthropic-cache.js'
import { isBound } from './bound-thinking.js'
import { asText, rewriteItems } from './blocks.js'
import { excerpt, type Fields, isFields } from './fields.js'
import { draftOf, messageFields, roleIn } from './message.js'
import { bodyOf, openRequest, sample, withMessages } from './request.js'

export const anthropic: Adapter = {
  name: 'anthropic',
  rules: { startsWithUser: true, nonEmpty: ['system', 'user', 'assistant', 'tool'], noBlankText: true, openThinking: true },

  detect(request) {
    const { system, anthropic_version, tools } = bodyOf(request)
    if (typeof system === 'string' || Array.isArray(system) || anthropic_version !== undefined) return true
    if (Array.isArray(tools) && tools.some((tool) => isFields(tool) && tool.input_schema !== undefined)) return true
    return sample(request).some(({ content }) => Array.isArray(content) && content.some(isDistinct))
  },

  open(request) {
    const opened = openRequest(request, 'anthropic')
    const body = bodyOf(request)
    const heldByServer = [body.thread, body.context_management, body.compaction].some(isFields)
    return { ...opened, heldByServer, boundThinking: isBound(opened.model) }
  },

  read(native): Draft {
    const message = messageFields(native)
    const role = roleIn(ROLES, message)
    const parts = readParts(message.content)
    const onlyResults = role === 'user' && parts.length > 0 && parts.every((part) => part.kind === 'result')
    return draftOf(message, onlyResults ? 'tool' : role, parts)
  },

  write(native, changes) {
    const message = native as Fields
    const { content } = message
    if (Array.isArray(content)) return { ...message, content: rewriteItems(content, 0, changes, anthropicBlocks.write) }
    const change = changes.get(0)
    return change ? { ...message, content: asText(change) } : { ...message }
  },

  make({ role, parts }) {
    const [only] = parts
    const content = parts.length === 1 && only?.kind === 'text' ? only.text : parts.map(anthropicBlocks.make)
    return { role: role === 'tool' ? 'user' : role, content }
  },

  finish: (request, messages, breakpoint) =>
    withMessages(request, breakpoint === undefined ? messages : withBreakpoint(bodyOf(request), messages, breakpoint)),
}

const ROLES: { [native: string]: Role } = { user: 'user', assistant: 'assistant', system: 'system' }

function readParts(content: unknown): Content[] {
  if (content === '' || content === undefined || content === null) return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.map(anthropicBlocks.read)
  throw new ShapeError(`the content of a message is a string or a list of blocks; this is ${excerpt(content)}`)
}

/** Blocks that no other format has. */
function isDistinct(block: unknown): boolean {
  if (!isFields(block)) return false
  switch (block.type) {
    case 'tool_use':
    case 'tool_result':
    case 'server_tool_use':
    case 'redacted_thinking':
      return true
    case 'thinking':
      return typeof block.thinking === 'string'
    case 'image':
    case 'document':
      return isFields(block.source)
    default:
      return false
  }
}
