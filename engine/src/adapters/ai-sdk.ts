/** The AI SDK's ModelMessages, for any provider behind it. */
import { ShapeError } from '../errors.js'
import type { Adapter, Content, Draft, Role } from '../types.js'
import { endOfApproval, waitingFor } from './ai-sdk-approvals.js'
import { makePart, readPart, withoutItemId, writePart } from './ai-sdk-parts.js'
import { describeTools } from './tool-schemas.js'
import { asText, type Changes, rewriteItems } from './blocks.js'
import { mayBeBound } from './bound-thinking.js'
import { excerpt, type Fields, isFields } from './fields.js'
import { draftOf, messageFields, roleIn } from './message.js'
import { bodyOf, openRequest, sample, systemFirst, withMessages } from './request.js'
import { inUnits, itemsOf, ungrouped } from './units.js'

export const aiSdk: Adapter = {
  name: 'ai-sdk',
  // Whoever is behind it: what one provider refuses is sent to none.
  rules: { startsWithUser: true, nonEmpty: ['user', 'assistant'], noBlankText: true, openThinking: true },

  detect(request) {
    const { messages, model, tools, maxOutputTokens, instructions } = bodyOf(request)
    const called = isFields(model) || isFields(tools) || maxOutputTokens !== undefined || instructions !== undefined
    return (Array.isArray(messages) && called) || sample(request).some(isDistinct)
  },

  open(request) {
    const opened = openRequest(request, 'ai-sdk')
    const body = bodyOf(request)
    const { provider, model } = modelOf(body.model)
    const system = body.instructions ?? body.system
    const tools = describeTools(body.tools)
    if (system !== undefined) opened.system = system
    if (tools) Object.assign(opened, { tools, toolNames: tools.map((tool) => String(tool.name)) })
    if (model) Object.assign(opened, { model, ...(provider && { provider }) })
    return {
      ...opened,
      messages: inUnits(opened.messages, endOfApproval),
      heldByServer: isHeld(body.providerOptions),
      boundThinking: mayBeBound(model),
    }
  },

  read(native): Draft {
    const messages = itemsOf(native).map(messageFields)
    const [first = {} as never] = messages
    const waiting = waitingFor(messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])))
    return draftOf(
      first,
      roleIn(ROLES, first),
      messages.flatMap((message) => readContent(message, waiting)),
    )
  },

  write(native, changes) {
    if (!Array.isArray(native)) return writeMessage(native as Fields, 0, changes)
    let at = 0
    return native.flatMap((message: Fields) => {
      const first = at
      at += lengthOf(message)
      const written = writeMessage(message, first, changes)
      return Array.isArray(written.content) && written.content.length === 0 ? [] : [written]
    })
  },

  make({ role, parts }) {
    const [only] = parts
    const plain = role !== 'tool' && parts.length === 1 && only?.kind === 'text'
    return { role, content: plain ? only.text : parts.map(makePart) }
  },

  finish: (request, messages) => withMessages(request, systemFirst(ungrouped(messages), isSystem)),
}

const ROLES: { [native: string]: Role } = { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool' }

const isSystem = (message: unknown): boolean => isFields(message) && message.role === 'system'

function readContent({ role, content }: Fields, waiting: ReadonlySet<unknown>): Content[] {
  if (content === '' || content === undefined || content === null) return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!Array.isArray(content)) throw new ShapeError(`the content of a message is a string or a list of parts; this is ${excerpt(content)}`)
  return content.map((part) => {
    const read = readPart(part, role)
    return read.kind === 'call' && waiting.has(read.callId) ? { kind: 'opaque', native: part } : read
  })
}

const lengthOf = ({ content }: Fields): number => (Array.isArray(content) ? content.length : content ? 1 : 0)

function writeMessage(message: Fields, first: number, changes: Changes): Fields {
  const { content } = message
  if (!Array.isArray(content)) {
    const change = changes.get(first)
    return change ? { ...message, content: asText(change) } : message
  }
  const rewritten = rewriteItems(content, first, changes, writePart)
  return rewritten === content ? message : { ...message, content: unreasoned(content, rewritten) }
}

/** Reasoning that went takes along the ids of what it led to. */
function unreasoned(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const orphans = new Set<unknown>()
  let gone = false
  for (const part of before) {
    if (isReasoning(part)) gone = !after.includes(part)
    else if (gone) orphans.add(part)
  }
  return orphans.size === 0 ? after : after.map((part) => (orphans.has(part) ? withoutItemId(part as Fields) : part))
}

const isReasoning = (part: unknown): boolean => isFields(part) && part.type === 'reasoning'

/** `anthropic.messages` with an id, or `anthropic/claude-…`. */
function modelOf(model: unknown): { provider?: string; model?: string } {
  if (isFields(model) && typeof model.modelId === 'string') return split(`${String(model.provider).split('.')[0]}/${model.modelId}`)
  return typeof model === 'string' ? split(model) : {}
}

function split(name: string): { provider?: string; model: string } {
  const slash = name.indexOf('/')
  return slash < 0 ? { model: name } : { provider: name.slice(0, slash), model: name.slice(slash + 1) }
}

/** Options by which a provider keeps the history or edits it by itself. */
const HOLDING = ['previousResponseId', 'conversation', 'contextManagement']

const isHeld = (options: unknown): boolean =>
  isFields(options) && Object.values(options).some((each) => isFields(each) && HOLDING.some((option) => Boolean(each[option])))

/** Parts that no other format has. */
function isDistinct({ content, providerOptions }: Fields): boolean {
  if (isFields(providerOptions)) return true
  return Array.isArray(content) && content.some((part) => isFields(part) && isOurs(part))
}

function isOurs(part: Fields): boolean {
  switch (part.type) {
    case 'tool-call':
    case 'tool-result':
    case 'tool-approval-request':
    case 'tool-approval-response':
    case 'reasoning-file':
      return true
    case 'image':
      return part.image !== undefined
    case 'file':
      return typeof part.mediaType === 'string'
    default:
      return isFields(part.providerOptions)
  }
}
