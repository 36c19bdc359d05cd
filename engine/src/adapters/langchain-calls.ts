/** Calls of LangChain's answers: parsed in `tool_calls`, unparsable ones apart, and often once more as the provider told them. */
import type { Content, Rewrite } from '../types.js'
import { argsLike, asCall, readArgs } from './chat-calls.js'
import { type Fields, isFields, stringOr } from './fields.js'

export const callsOf = ({ tool_calls, invalid_tool_calls }: Fields): readonly Fields[] => [
  ...listOf(tool_calls),
  ...listOf(invalid_tool_calls),
]

export const readCall = ({ id, name, args }: Fields): Content => ({
  kind: 'call',
  callId: stringOr(id, ''),
  tool: stringOr(name, ''),
  args: readArgs(args ?? {}),
})

export const writeCall = (call: Fields, content: Rewrite): Fields => ({ ...call, args: argsLike(call.args, asCall(content).args) })

/** The call that a block of the content repeats. */
export function repeated(block: unknown, calls: readonly Fields[]): Fields | undefined {
  if (calls.length === 0 || !isFields(block) || !REPEATS.has(block.type as string)) return undefined
  const { id, name = isFields(block.functionCall) ? block.functionCall.name : undefined } = block
  return calls.find((call) => (id === undefined ? call.name === name : call.id === id))
}

const REPEATS = new Set(['tool_use', 'tool_call', 'invalid_tool_call', 'tool_call_chunk', 'functionCall'])

/** What became of each call: another, itself, or undefined when it is gone. */
export type Fates = ReadonlyMap<Fields, Fields | undefined>

export const settled = (list: unknown, fates: Fates): Fields[] =>
  listOf(list).flatMap((call): Fields[] => [fates.get(call)].filter((now) => now !== undefined))

/** A block that repeats a call, as that one has it now. */
export function echoed(block: Fields, call: Fields, fates: Fates): Fields[] {
  const now = fates.get(call)
  if (!now) return []
  if (now === call) return [block]
  if (isFields(block.functionCall)) return [{ ...block, functionCall: { ...block.functionCall, args: now.args } }]
  return [{ ...block, [block.type === 'tool_use' ? 'input' : 'args']: now.args }]
}

/** `additional_kwargs` with OpenAI's own words for the calls. */
export function withRawCalls(kwargs: Fields, calls: readonly Fields[], fates: Fates): Fields {
  const raw = listOf(kwargs.tool_calls)
  if (raw.length === 0) return kwargs
  const tool_calls = raw.flatMap((told) => {
    const call = calls.find(({ id }) => id === told.id)
    const now = call && fates.get(call)
    if (!call || now === call) return [told]
    if (!now) return []
    const text = typeof now.args === 'string' ? now.args : JSON.stringify(now.args)
    return [{ ...told, function: { ...(told.function as Fields), arguments: text } }]
  })
  return { ...kwargs, tool_calls }
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
