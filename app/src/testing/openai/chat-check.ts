/** What OpenAI's chat completions refuse, in their own words. */
import { type Fields, fieldsOf, isFields, listOf } from '../fields.js'
import type { Memory } from '../dialect.js'
import type { ModelRules } from '../models.js'
import { Refused } from '../refused.js'

const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

export function check(body: Fields, rules: ModelRules, memory: Memory): void {
  const messages = listOf(body.messages)
  if (messages.length === 0) throw emptyArray('messages')
  messages.forEach(checkMessage)
  checkPairs(messages)
  if (rules.wantsThinking) wantReasoning(messages, memory)
}

function checkMessage(message: Fields, i: number): void {
  const { role, content, tool_calls } = message
  const path = `messages[${i}]`
  if (!ROLES.includes(String(role)))
    throw new Refused(
      `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
      { param: `${path}.role`, code: 'invalid_value' },
    )
  if (Array.isArray(content) && content.length === 0) throw emptyArray(`${path}.content`)
  if (Array.isArray(tool_calls) && tool_calls.length === 0) throw emptyArray(`${path}.tool_calls`)
  const speaks = role === 'assistant' && (listOf(tool_calls).length > 0 || isFields(message.function_call))
  if ((content === null || content === undefined) && !speaks)
    throw new Refused(`Invalid value for 'content': expected a string, got null.`, { param: `messages.[${i}].content` })
  listOf(tool_calls).forEach((call, j) => {
    if (typeof fieldsOf(call.function ?? call.custom).arguments === 'object')
      throw new Refused(`Invalid type for '${path}.tool_calls[${j}].function.arguments': expected a string, but got an object instead.`, {
        param: `${path}.tool_calls[${j}].function.arguments`,
        code: 'invalid_type',
      })
  })
}

const emptyArray = (path: string): Refused =>
  new Refused(`Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`, {
    param: path,
    code: 'empty_array',
  })

function checkPairs(messages: readonly Fields[]): void {
  const open = new Set<unknown>()
  let answerable = false
  const close = (i: number) => {
    if (open.size > 0)
      throw new Refused(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
        { param: `messages.[${i}].role` },
      )
  }
  messages.forEach((message, i) => {
    if (message.role === 'tool') {
      if (!answerable)
        throw new Refused(`Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`, {
          param: `messages.[${i}].role`,
        })
      if (!open.delete(message.tool_call_id))
        throw new Refused(
          `Invalid parameter: 'tool_call_id' of '${String(message.tool_call_id)}' not found in 'tool_calls' of previous message.`,
          {
            param: `messages.[${i}].tool_call_id`,
          },
        )
      return
    }
    close(i)
    const calls = listOf(message.tool_calls)
    for (const { id } of calls) {
      if (open.has(id))
        throw new Refused(`Duplicate value for 'tool_call_id' of '${String(id)}' in message[${i}]`, { param: `messages.[${i}].tool_calls` })
      open.add(id)
    }
    answerable = calls.length > 0
  })
  close(messages.length)
}

/** DeepSeek and Kimi: what was thought before a call comes back with it until the user speaks again. */
function wantReasoning(messages: readonly Fields[], memory: Memory): void {
  const start = messages.findLastIndex(({ role }) => role === 'user')
  messages.forEach(({ tool_calls, reasoning_content }, i) => {
    if (i > start && reasoning_content === undefined && listOf(tool_calls).some(({ id }) => memory.thoughtOf.has(String(id))))
      throw new Refused(`Missing \`reasoning_content\` field in the assistant message at message index ${i}.`, {
        code: 'invalid_request_error',
      })
  })
}
