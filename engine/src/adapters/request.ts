/** A request in any format: a list of messages, or a provider's body with one in it. */
import { ShapeError } from '../errors.js'
import type { Opened } from '../types.js'
import { excerpt, type Fields, isFields } from './fields.js'

/** Does not look at the messages one by one: this runs on every call, whatever the length of the history. */
export function openRequest(request: unknown, provider: string, field = 'messages'): Opened<unknown> {
  if (Array.isArray(request)) return { messages: request, provider }
  if (!isFields(request)) throw new ShapeError(`a request is a list of messages or a body with "${field}"; this is ${excerpt(request)}`)
  const { model, system } = request
  // Where a format has a name of its own for the list, a string there is what the user says.
  const list = request[field]
  const messages = typeof list === 'string' && field !== 'messages' ? [list] : list
  if (!Array.isArray(messages)) throw new ShapeError(`"${field}" is a list of messages; this is ${excerpt(messages)}`)

  const opened: Opened<unknown> = { messages, provider }
  const tools = request.tools ?? request.functions
  const maxOutput = request.max_completion_tokens ?? request.max_output_tokens ?? request.maxOutputTokens ?? request.max_tokens
  if (typeof model === 'string') opened.model = model
  if (system !== undefined && system !== null) opened.system = system
  if (tools !== undefined) opened.tools = tools
  if (Array.isArray(tools)) opened.toolNames = tools.flatMap(toolName)
  if (typeof maxOutput === 'number') opened.maxOutput = maxOutput
  return opened
}

export const withMessages = (request: unknown, messages: unknown[]): unknown => withList(request, messages, 'messages')

export const withList = (request: unknown, list: unknown, field: string): unknown =>
  Array.isArray(request) ? list : { ...(request as Fields), [field]: list }

/** What was put in front of everything comes after the system prompt, where that is a message like others. */
export function systemFirst(messages: unknown[], isSystem: (message: unknown) => boolean): unknown[] {
  if (messages.length < 2 || isSystem(messages[0]) || !isSystem(messages[1])) return messages
  const [opening, ...rest] = messages
  const end = rest.findIndex((message) => !isSystem(message))
  return rest.toSpliced(end < 0 ? rest.length : end, 0, opening)
}

export const bodyOf = (request: unknown): Fields => (isFields(request) ? request : {})

/** The first and the last messages that are objects: enough to tell a format by. */
export function sample(request: unknown, field = 'messages'): Fields[] {
  const messages = Array.isArray(request) ? request : bodyOf(request)[field]
  if (!Array.isArray(messages)) return []
  return (messages.length > 40 ? [...messages.slice(0, 20), ...messages.slice(-20)] : messages).filter(isFields)
}

function toolName(tool: unknown): string[] {
  if (!isFields(tool)) return []
  const named = [tool, tool.function, tool.custom].find((place) => isFields(place) && typeof place.name === 'string')
  return named ? [(named as { name: string }).name] : []
}
