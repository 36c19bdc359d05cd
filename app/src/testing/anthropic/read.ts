/** Anthropic's request, checked and in neutral form. */
import type { Incoming, Memory, Received } from '../dialect.js'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields.js'
import type { ModelRules } from '../models.js'
import type { Part, Role, Turn } from '../prompt.js'
import { check } from './check.js'
import { blocksOf, markOf, partsOf } from './parts.js'
import { type Place, verify, wantThinking } from './thinking.js'

export const BINDING_BETA = 'thinking-binding-controls-2026-08-01'

export interface AnthropicReceived extends Received {
  place: Place
  dropped: string[]
}

export function read(request: Incoming, rules: ModelRules, memory: Memory): AnthropicReceived {
  const { body, headers } = request
  check(body)
  const binding = fieldsOf(fieldsOf(body.thinking).block_binding)
  const controls = textOf(headers['anthropic-beta']).includes(BINDING_BETA)
  const { messages, dropped, place } = verify(body, rules, controls && binding.prefix_mismatch_behavior === 'drop_block')
  wantThinking(body, messages, rules, memory)
  const turns = messages.flatMap(turnsOf)
  const last = turns.at(-1)?.parts.at(-1)
  if (last && isFields(body.cache_control)) last.mark ??= markOf(body) as string
  const system: Turn[] = body.system ? [{ role: 'system', parts: blocksOf(body.system).flatMap(partsOf) }] : []
  return {
    stream: body.stream === true,
    maxTokens: Number(body.max_tokens ?? 0),
    prompt: {
      scope: JSON.stringify(['anthropic', body.model]),
      messageScope: JSON.stringify([body.tool_choice, body.thinking, fieldsOf(body.output_config).effort]),
      tools: listOf(body.tools).map(toolPart),
      turns: [...system, ...turns],
    },
    place,
    dropped,
  }
}

/** What answers calls is the tools' turn; what else the user says is his own. */
function turnsOf({ role, content }: Fields): Turn[] {
  const [results, others]: [Part[], Part[]] = [[], []]
  for (const block of blocksOf(content)) (block.type === 'tool_result' ? results : others).push(...partsOf(block))
  const turns: Turn[] = [
    { role: 'tool', parts: results },
    { role: role as Role, parts: others },
  ]
  return turns.filter(({ parts }) => parts.length > 0)
}

function toolPart(tool: Fields): Part {
  const { cache_control: _marker, ...rest } = tool
  const mark = markOf(tool)
  return { kind: 'tool', tool: textOf(tool.name), text: JSON.stringify(rest), ...(mark !== undefined && { mark }) }
}
