/** LangChain's AIMessages: content and calls, each possibly said in more than one place. */
import type { Content } from '../types.js'
import { asText, type Changes } from './blocks.js'
import { type Fields, isFields } from './fields.js'
import { langchainBlocks } from './langchain-blocks.js'
import { callsOf, echoed, readCall, repeated, settled, withRawCalls, writeCall } from './langchain-calls.js'

export function readAnswer(message: Fields): Content[] {
  const calls = callsOf(message)
  const content = contentOf(message)
    .filter((block) => !repeated(block, calls))
    .map((block): Content => (typeof block === 'string' ? { kind: 'text', text: block } : langchainBlocks.read(block)))
  return [...content, ...calls.map(readCall)]
}

/** The fields that change. */
export function writeAnswer(message: Fields, changes: Changes): Fields {
  const calls = callsOf(message)
  const blocks = contentOf(message)
  const first = blocks.filter((block) => !repeated(block, calls)).length
  const fates = new Map(
    calls.map((call, i) => {
      const change = changes.get(first + i)
      return [call, change === null ? undefined : change ? writeCall(call, change) : call] as const
    }),
  )
  let at = 0
  const content = blocks.flatMap((block) => {
    const call = repeated(block, calls)
    if (call) return echoed(block as Fields, call, fates)
    const change = changes.get(at++)
    if (change === undefined) return [block]
    return change === null ? [] : [typeof block === 'string' ? asText(change) : langchainBlocks.write(block, change)]
  })
  const { tool_calls, invalid_tool_calls, additional_kwargs, response_metadata } = message
  const touched = calls.some((call) => fates.get(call) !== call)
  return {
    content: Array.isArray(message.content) && content.length > 0 ? content : (content[0] ?? ''),
    ...(touched && { tool_calls: settled(tool_calls, fates), invalid_tool_calls: settled(invalid_tool_calls, fates) }),
    ...(touched && isFields(additional_kwargs) && { additional_kwargs: withRawCalls(additional_kwargs, calls, fates) }),
    // Of OpenAI's Responses it keeps the raw items, and would send those.
    ...(isFields(response_metadata) && 'output' in response_metadata && { response_metadata: withoutOutput(response_metadata) }),
  }
}

const contentOf = ({ content }: Fields): readonly unknown[] => (Array.isArray(content) ? content : content ? [content] : [])

function withoutOutput(metadata: Fields): Fields {
  const { output: _, ...rest } = metadata
  return rest
}
