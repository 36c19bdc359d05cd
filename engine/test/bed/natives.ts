/** Stories as the providers' own messages and requests. */
import type { Story } from './story.js'
import { toAiSdk } from './native-ai-sdk.js'
import { toAnthropic } from './native-anthropic.js'
import { toGemini } from './native-gemini.js'
import { toLangchain } from './native-langchain.js'
import { toOpenAI } from './native-openai.js'
import { toPi } from './native-pi.js'
import { toPlain } from './native-plain.js'
import { toResponses } from './native-responses.js'

export const FORMATS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ai-sdk', 'pi', 'langchain', 'plain'] as const
export type Format = (typeof FORMATS)[number]

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
  const declared = tools.length > 0 && { tools: declare(format, tools) }
  if (format === 'gemini') {
    const { system, contents } = toGemini(story)
    if (bare) return contents
    const limits = maxTokens && { generationConfig: { maxOutputTokens: maxTokens } }
    return { ...(system && { systemInstruction: system }), contents, ...declared, ...limits, ...unknown }
  }
  const messages = RENDER[format](story)
  if (bare) return messages
  if (format === 'openai-responses')
    return { model: 'gpt-5.5', ...unknown, input: messages, ...(maxTokens && { max_output_tokens: maxTokens }), ...declared, store: false }
  if (format === 'ai-sdk') {
    const model = story.seed % 2 === 0 ? 'openai/gpt-5.5' : 'anthropic/claude-opus-5-5'
    return { model, messages, ...(maxTokens && { maxOutputTokens: maxTokens }), ...declared, ...unknown }
  }
  return {
    ...(format === 'pi' || format === 'langchain' ? {} : { model: 'gpt-4.1' }),
    ...unknown,
    messages,
    ...(maxTokens && { [story.seed % 2 === 0 ? 'max_tokens' : 'max_completion_tokens']: maxTokens }),
    ...declared,
  }
}

const RENDER = {
  'openai-chat': toOpenAI,
  'openai-responses': toResponses,
  'ai-sdk': toAiSdk,
  pi: toPi,
  langchain: toLangchain,
  plain: toPlain,
} satisfies { [format in Format]?: (story: Story) => unknown[] }

/** The tools of these names as a body declares them. */
export const declare = (format: Format, names: readonly string[]): unknown => {
  const tools = names.map((name) => ({ name, description: name === 'recall' ? 'Brings back what was left out' : `Runs ${name}` }))
  switch (format) {
    case 'anthropic':
      return tools.map((tool) => ({ ...tool, input_schema: SCHEMA }))
    case 'openai-responses':
      return tools.map((tool) => ({ type: 'function', ...tool, parameters: SCHEMA }))
    case 'gemini':
      return [{ functionDeclarations: tools.map((tool) => ({ ...tool, parametersJsonSchema: SCHEMA })) }]
    case 'ai-sdk':
      return Object.fromEntries(tools.map(({ name, description }) => [name, { name, description, inputSchema: { jsonSchema: SCHEMA } }]))
    case 'pi':
      return tools.map((tool) => ({ ...tool, parameters: SCHEMA }))
    case 'langchain':
      return tools.map((tool) => ({ ...tool, schema: SCHEMA }))
    default:
      return tools.map((tool) => ({ type: 'function', function: { ...tool, parameters: SCHEMA } }))
  }
}

const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } }

const toolsOf = ({ steps, dress }: Story): string[] => {
  const called = steps.flatMap((step) => (step.kind === 'assistant' ? step.calls.map((call) => call.tool) : []))
  const names = new Set(called.filter((name) => name !== 'recall'))
  return [...names, ...(dress.recall ? ['recall'] : [])]
}
