/** Anthropic's seals: a thinking block is bound to system prompt, tools and every message before it. */
import type { Memory } from '../dialect.js'
import { type Fields, fieldsOf, listOf } from '../fields.js'
import type { ModelRules } from '../models.js'
import { Refused } from '../refused.js'
import { digestOf, seal, unseal } from '../seal.js'
import { blocksOf, partsOf, THINKING } from './parts.js'

/** Where a next thinking block would stand. */
export interface Place {
  prefix: string
  /** The thinking block before it, if there is one. */
  after: string
}

/** Messages with what the provider takes of them, and the place behind them. Refuses what was tampered with. */
export function verify(body: Fields, rules: ModelRules, dropsMismatch: boolean): { messages: Fields[]; dropped: string[]; place: Place } {
  const place: Place = { prefix: digestOf(JSON.stringify([plain(body.tools), plain(body.system)])), after: '' }
  const all = listOf(body.messages)
  const latest = all.findLastIndex(({ role }) => role === 'assistant')
  const dropped: string[] = []
  const messages = all.map((message, i) => {
    const blocks = blocksOf(message.content)
    const kept = blocks.filter((block, j) => {
      if (block.type !== 'thinking') {
        if (!THINKING.includes(String(block.type))) place.prefix = digestOf(place.prefix + JSON.stringify([message.role, plain([block])]))
        return true
      }
      const path = `messages.${i}.content.${j}`
      const found = unseal(block.signature)
      if (found?.text !== digestOf(String(block.thinking))) {
        if (found && i === latest)
          throw new Refused(
            `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
          )
        throw new Refused(`${path}: Invalid \`signature\` in \`thinking\` block`)
      }
      // The oldest may be left out, one from the middle may not.
      const moved = found.prefix !== place.prefix || (place.after !== '' && found.after !== place.after)
      if (rules.boundThinking && moved) {
        if (!dropsMismatch)
          throw new Refused(`${path}: Invalid signature in thinking block. The block is bound to a different conversation`)
        dropped.push(path)
        return false
      }
      place.after = digestOf(String(block.signature))
      return true
    })
    return { ...message, content: kept }
  })
  return { messages, dropped, place }
}

export const sign = (thinking: string, { prefix, after }: Place): string => seal({ text: digestOf(thinking), prefix, after })

/** With thinking on, the turn under way must hold what it thought before its calls. */
export function wantThinking(body: Fields, messages: readonly Fields[], rules: ModelRules, memory: Memory): void {
  if (!rules.wantsThinking || fieldsOf(body.thinking).type !== 'enabled') return
  const start = messages.findLastIndex(({ role, content }) => role === 'user' && !isResults(content)) + 1
  messages.forEach(({ role, content }, i) => {
    if (i < start || role !== 'assistant') return
    const blocks = blocksOf(content)
    const call = blocks.find(({ type, id }) => type === 'tool_use' && memory.thoughtOf.has(String(id)))
    if (call && !THINKING.includes(String(blocks[0]?.type)))
      throw new Refused(
        `messages.${i}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(blocks[0]?.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`.`,
      )
  })
}

const isResults = (content: unknown): boolean => blocksOf(content).every(({ type }) => type === 'tool_result')

/** Without cache markers, a string like one text block: moving a marker changes nothing. */
function plain(blocks: unknown): unknown {
  return blocksOf(blocks).flatMap((block) => partsOf(block).map(({ mark: _mark, ...part }) => part))
}
