/** What OpenAI's chat completions refuse. */
import type { Native } from './native-fields.js'
import { pairing } from './pairing.js'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

export const illegalInOpenAI = (messages: readonly Native[]): string[] => {
  const pairs = pairing()
  const { complaints } = pairs
  messages.forEach((message, i) => {
    const { role, content } = message
    const complain = (what: string) => complaints.push(`messages[${i}]: ${what}`)
    if (!ROLES.includes(String(role))) complain(`role ${String(role)}`)
    if (role === 'tool') pairs.result(String(message['tool_call_id']), i)
    else if (role === 'function') pairs.result(legacy(message['name']), i)
    else pairs.close()
    if (role === 'assistant') {
      const calls = callsOf(message)
      for (const call of calls) pairs.call(String(call['id']), i)
      if (calls.some((call) => typeof (call['function'] as Native | undefined)?.['arguments'] !== 'string'))
        complain('arguments are not a string')
      const asked = message['function_call'] as Native | null | undefined
      if (asked) pairs.call(legacy(asked['name']), i)
      if (hasNothing(content) && calls.length === 0 && !asked) complain('no content')
    } else if (hasNothing(content)) complain('no content')
    if (Array.isArray(message['tool_calls']) && message['tool_calls'].length === 0) complain('tool_calls is empty')
  })
  pairs.close()
  return complaints
}

/** A legacy result has no id: it answers the function of its name. */
const legacy = (name: unknown) => `function ${String(name)}`

export const callsOf = (message: Native): Native[] => (Array.isArray(message['tool_calls']) ? (message['tool_calls'] as Native[]) : [])

/** An empty string is content to OpenAI. */
export const hasNothing = (content: unknown): boolean =>
  content === null || content === undefined || (Array.isArray(content) && content.length === 0)
