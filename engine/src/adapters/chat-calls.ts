/** Calls of OpenAI's chat format: functions, custom tools and the older `function_call`. */
import { ShapeError } from '../errors.js'
import type { Content, ContentOf, Json, Rewrite } from '../types.js'
import { type Fields, isFields, stringOr } from './fields.js'

type Args = ContentOf<'call'>['args']

/** An item of `tool_calls`. */
export function readCall(call: unknown): Content {
  if (!isFields(call)) return { kind: 'opaque', native: call }
  const callId = stringOr(call.id, '')
  if (isFields(call.function))
    return { kind: 'call', callId, tool: stringOr(call.function.name, ''), args: readArgs(call.function.arguments) }
  // The input of a custom tool is free text, even where it could pass for JSON.
  if (isFields(call.custom))
    return { kind: 'call', callId, tool: stringOr(call.custom.name, ''), args: { text: stringOr(call.custom.input, '') } }
  // As apps store it: no wrapping.
  if (typeof call.name === 'string') return { kind: 'call', callId, tool: call.name, args: readArgs(call.arguments) }
  return { kind: 'opaque', native: call }
}

export function writeCall(call: unknown, content: Rewrite): unknown {
  const { args } = asCall(content)
  const { function: named, custom } = call as Fields
  if (!isFields(named) && !isFields(custom)) return withArguments(call as Fields, args)
  return isFields(named)
    ? { ...(call as Fields), function: withArguments(named, args) }
    : { ...(call as Fields), custom: { ...(custom as Fields), input: args.text } }
}

export const makeCall = ({ callId, tool, args }: ContentOf<'call'>) => ({
  id: callId,
  type: 'function',
  function: { name: tool, arguments: args.text },
})

/** `function_call` has no id; its name pairs it with the `function` message that follows. */
export const functionCallId = (name: unknown): string => `function:${stringOr(name, '')}`

export const readFunctionCall = (call: unknown): Content =>
  isFields(call)
    ? { kind: 'call', callId: functionCallId(call.name), tool: stringOr(call.name, ''), args: readArgs(call.arguments) }
    : { kind: 'opaque', native: call }

export const writeFunctionCall = (call: unknown, content: Rewrite): unknown => withArguments(call as Fields, asCall(content).args)

/** A string by the standard; some local servers give the object itself. */
export function readArgs(given: unknown): Args {
  if (typeof given !== 'string') return given === undefined ? { text: '' } : { text: JSON.stringify(given), value: given as Json }
  try {
    return { text: given, value: JSON.parse(given) as Json }
  } catch {
    return { text: given }
  }
}

export const argsLike = (given: unknown, args: Args): unknown => (typeof given === 'string' ? args.text : (args.value ?? args.text))

export function asCall(content: Rewrite): ContentOf<'call'> {
  if (content.kind === 'call') return content
  throw new ShapeError(`a ${content.kind} part cannot stand in place of a call`)
}

const withArguments = (named: Fields, args: Args): Fields => ({ ...named, arguments: argsLike(named.arguments, args) })
