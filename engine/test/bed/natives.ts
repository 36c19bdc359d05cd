/** Stories as the providers' own messages and requests. */
import type { Story } from './story.js'
import { toAnthropic } from './native-anthropic.js'
import { toOpenAI } from './native-openai.js'
import { toPlain } from './native-plain.js'

export { toAnthropic, toOpenAI, toPlain }

export type Format = 'openai-chat' | 'anthropic' | 'plain'
export const FORMATS: readonly Format[] = ['openai-chat', 'anthropic', 'plain']

/** What a client would send: a body with fields of its own, or for some stories the bare array. */
export const requestOf = (format: Format, story: Story): unknown => {
  const { bare, maxTokens } = story.dress
  const tools = toolsOf(story)
  // Clients of their own making send fields of their own.
  const unknown = story.seed % 3 === 0 ? { x_request: { trace: `t-${story.seed}`, tags: ['a', null] } } : {}
  if (format === 'anthropic') {
    const { system, messages } = toAnthropic(story)
    if (bare) return messages
    return {
      // The newer one seals its thinking over all that stands before it.
      model: story.seed % 2 === 0 ? 'claude-sonnet-4-5' : 'claude-opus-5-5',
      ...(maxTokens && { max_tokens: maxTokens }),
      ...(system !== undefined && { system }),
      ...(tools.length > 0 && { tools: declare(format, tools) }),
      messages,
      ...unknown,
    }
  }
  const messages = format === 'plain' ? toPlain(story) : toOpenAI(story)
  if (bare) return messages
  return {
    model: 'gpt-4.1',
    ...unknown,
    messages,
    ...(maxTokens && { [story.seed % 2 === 0 ? 'max_tokens' : 'max_completion_tokens']: maxTokens }),
    ...(tools.length > 0 && { tools: declare(format, tools) }),
  }
}

/** The tools of these names as a body declares them. */
export const declare = (format: Format, names: readonly string[]): unknown[] =>
  names.map((name) => {
    const description = name === 'recall' ? 'Brings back what was left out' : `Runs ${name}`
    if (format === 'anthropic') return { name, description, input_schema: SCHEMA }
    return { type: 'function', function: { name, description, parameters: SCHEMA } }
  })

const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } }

const toolsOf = ({ steps, dress }: Story): string[] => {
  const called = steps.flatMap((step) => (step.kind === 'assistant' ? step.calls.map((call) => call.tool) : []))
  const names = new Set(called.filter((name) => name !== 'recall'))
  return [...names, ...(dress.recall ? ['recall'] : [])]
}
