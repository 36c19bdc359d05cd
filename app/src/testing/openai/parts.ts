/** The content parts that OpenAI's two formats share. */
import { type Fields, isFields, listOf, textOf } from '../fields.js'
import type { ModelRules } from '../models.js'
import type { Part, Prompt, Turn } from '../prompt.js'

/** A string is one text. */
export function contentParts(content: unknown): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return listOf(content).map((item) => ({ ...contentPart(item), ...markOf(item) }))
}

function contentPart(item: Fields): Part {
  switch (item.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return { kind: 'text', text: textOf(item.text) }
    case 'refusal':
      return { kind: 'text', text: textOf(item.refusal) }
    case 'image_url':
    case 'input_image':
    case 'input_audio':
    case 'file':
    case 'input_file':
      return { kind: 'media', text: JSON.stringify(item) }
    default:
      return { kind: 'other', text: JSON.stringify(item) }
  }
}

/** The text of a result that may come in parts. */
export const joined = (content: unknown): string =>
  contentParts(content)
    .map(({ text }) => text)
    .join('\n')

export function toolParts(tools: unknown): Part[] {
  return listOf(tools).map((tool) => ({
    kind: 'tool',
    tool: textOf(tool.name ?? (isFields(tool.function) ? tool.function.name : tool.type)),
    text: JSON.stringify(tool),
  }))
}

/** What voids the cache besides the words: tools come first in the prompt, so they speak for themselves. */
export function promptOf(name: string, body: Fields, rules: ModelRules, turns: Turn[]): Prompt {
  const effort = [body.reasoning_effort, body.reasoning, body.verbosity, body.text, body.response_format, body.service_tier]
  return {
    scope: JSON.stringify([name, body.model, body.prompt_cache_key, effort]),
    tools: toolParts(body.tools ?? body.functions),
    turns: rules.cache.kind === 'breakpoints' && !isExplicit(body) ? withImplicitMark(turns) : turns,
  }
}

const isExplicit = (body: Fields): boolean => isFields(body.prompt_cache_options) && body.prompt_cache_options.mode === 'explicit'

/** Since 5.6 a breakpoint stands at the latest message of user or tool, asked for or not. */
function withImplicitMark(turns: Turn[]): Turn[] {
  const at = turns.findLastIndex(({ role }) => role === 'user' || role === 'tool')
  return turns.map((turn, i) =>
    i === at ? { ...turn, parts: turn.parts.map((part, j) => (j === turn.parts.length - 1 ? { mark: '30m', ...part } : part)) } : turn,
  )
}

function markOf(item: Fields): { mark?: string } {
  const mark = item.prompt_cache_breakpoint
  return isFields(mark) ? { mark: textOf(mark.ttl ?? '30m') } : {}
}
