/** Anthropic's blocks in neutral form. */
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields.js'
import type { Part } from '../prompt.js'

export const THINKING = ['thinking', 'redacted_thinking']

/** A string is one text block. */
export const blocksOf = (content: unknown): Fields[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content))

export function partsOf(block: Fields): Part[] {
  const parts = unmarkedParts(block)
  const mark = markOf(block)
  return mark === undefined ? parts : parts.map((part, i) => (i === parts.length - 1 ? { ...part, mark } : part))
}

/** The lifetime that the block's marker asks for, or one inside it. */
export function markOf(block: Fields): string | undefined {
  const own = isFields(block.cache_control) ? textOf(block.cache_control.ttl ?? '5m') : undefined
  return own ?? (block.type === 'tool_result' ? listOf(block.content).map(markOf).findLast(Boolean) : undefined)
}

function unmarkedParts(block: Fields): Part[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', text: textOf(block.text) }]
    case 'thinking':
      return [{ kind: 'thinking', text: textOf(block.thinking) }]
    case 'redacted_thinking':
      return [{ kind: 'thinking', text: textOf(block.data) }]
    case 'tool_use':
      return [{ kind: 'call', id: textOf(block.id), tool: textOf(block.name), text: JSON.stringify(block.input) }]
    case 'tool_result': {
      const inner = blocksOf(block.content)
      const text = inner.flatMap((each) => (each.type === 'text' ? [textOf(each.text)] : [])).join('\n')
      const result: Part = { kind: 'result', id: textOf(block.tool_use_id), text, ...(block.is_error === true && { error: true }) }
      return [result, ...inner.filter(({ type }) => type !== 'text').flatMap(unmarkedParts)]
    }
    case 'image':
    case 'document':
      return [{ kind: 'media', text: JSON.stringify(fieldsOf(block.source)) }]
    default:
      return [{ kind: 'other', text: JSON.stringify(block, (key, value) => (key === 'cache_control' ? undefined : value)) }]
  }
}
