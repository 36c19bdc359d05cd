/** Plain messages: our own parts, and what chat apps store beside a chat message (`contentParts`, `toolResults`). */
import type { Adapter, Draft, StoredPoint } from '../types.js'
import { chatRole, readChat, writeChat } from './chat-messages.js'
import { type Fields, isFields } from './fields.js'
import { draftOf, messageFields } from './message.js'
import { plainBlocks } from './plain-blocks.js'
import { hasContentParts, readContentParts, writeContentParts } from './plain-content-parts.js'
import { hasToolResults, readToolResults, writeToolResults } from './plain-tool-results.js'
import { bodyOf, openRequest, sample, withMessages } from './request.js'

export const plain: Adapter = {
  name: 'plain',
  rules: { nonEmpty: ['user', 'assistant'] },
  detect: (request) => sample(request).some(isPlain) || storedPoints(request) !== undefined,
  open: (request) => ({ ...openRequest(request, 'plain'), ...storedPoints(request), heldByServer: false, boundThinking: false }),

  read(native): Draft {
    const message = messageFields(native)
    if (hasToolResults(message)) return draftOf(message, 'tool', readToolResults(message))
    if (hasContentParts(message)) return draftOf(message, chatRole(message), readContentParts(message))
    return readChat(message, plainBlocks)
  },

  write(native, changes) {
    const message = native as Fields
    if (hasToolResults(message)) return writeToolResults(message, changes)
    if (hasContentParts(message)) return writeContentParts(message, changes)
    return writeChat(message, changes, plainBlocks)
  },

  make({ id, role, parts, at, pinned }) {
    const [only] = parts
    const content = parts.length === 1 && only?.kind === 'text' ? only.text : parts
    return { ...(id && { id }), role, content, ...(at !== undefined && { timestamp: at }), ...(pinned && { pinned }) }
  },

  finish: withMessages,
}

/** Chat apps keep their summaries' places beside the messages. */
function storedPoints(request: unknown): { points: StoredPoint[] } | undefined {
  const { compactionPoints } = bodyOf(request)
  return Array.isArray(compactionPoints) ? { points: compactionPoints.filter(isStoredPoint) } : undefined
}

const isStoredPoint = (point: unknown): point is StoredPoint =>
  isFields(point) &&
  typeof point.summaryMessageId === 'string' &&
  typeof point.boundaryMessageId === 'string' &&
  typeof point.createdAt === 'number'

function isPlain(message: Fields): boolean {
  const { content, contentParts, toolResults, isSummary, generating } = message
  if (Array.isArray(contentParts) || Array.isArray(toolResults)) return true
  if (typeof isSummary === 'boolean' || typeof generating === 'boolean') return true
  return Array.isArray(content) && content.some((part) => isFields(part) && typeof part.kind === 'string')
}
