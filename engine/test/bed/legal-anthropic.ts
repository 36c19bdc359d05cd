/** What Anthropic's Messages API refuses. */
import type { Native } from './native-fields.js'
import { pairing, type Pairing } from './pairing.js'

const MOST_MARKERS = 4
const THINKING = ['thinking', 'redacted_thinking']

export const illegalInAnthropic = (request: unknown, messages: readonly Native[]): string[] => {
  const pairs = pairing()
  const { complaints } = pairs
  if (messages[0]?.['role'] !== 'user') complaints.push('messages[0]: the first message is not the user’s')
  messages.forEach((message, i) => checkMessage(message, i, complaints))
  for (const turn of turnsOf(messages)) {
    if (turn.role === 'user') results(turn.blocks, pairs)
    else pairs.close()
    if (turn.role === 'assistant') {
      for (const { block, index } of turn.blocks) if (block['type'] === 'tool_use') pairs.call(String(block['id']), index)
      serverTools(turn.blocks, complaints)
    }
  }
  pairs.close()
  const markers = count(request)
  if (markers > MOST_MARKERS) complaints.push(`${markers} cache_control, at most ${MOST_MARKERS}`)
  return complaints
}

const checkMessage = ({ role, content }: Native, i: number, complaints: string[]) => {
  const complain = (what: string) => complaints.push(`messages[${i}]: ${what}`)
  if (!['user', 'assistant', 'system'].includes(String(role))) complain(`role ${String(role)}`)
  const blocks = blocksOf(content)
  if (blocks.length === 0 || content === '') return complain('no content')
  if (blocks.some(({ type, text }) => type === 'text' && String(text).trim() === '')) complain('empty text')
  if (blocks.some(({ type }) => type === (role === 'user' ? 'tool_use' : 'tool_result'))) complain('a block of the other role')
  if (blocks.some(({ type, input }) => type === 'tool_use' && (typeof input !== 'object' || input === null)))
    complain('tool input is not an object')
  if (blocks.some((block) => THINKING.includes(String(block['type'])) && 'cache_control' in block)) complain('cache_control on thinking')
  if (role !== 'assistant') return
  if (blocks.every(({ type }) => THINKING.includes(String(type)))) complain('nothing but thinking')
  else if (THINKING.includes(String(blocks.at(-1)?.['type']))) complain('ends with thinking')
}

type Placed = { block: Native; index: number }

/** The API combines consecutive messages of one role into one turn. */
const turnsOf = (messages: readonly Native[]): { role: unknown; blocks: Placed[] }[] => {
  const turns: { role: unknown; blocks: Placed[] }[] = []
  messages.forEach(({ role, content }, index) => {
    const blocks = blocksOf(content).map((block) => ({ block, index }))
    const last = turns.at(-1)
    if (last && last.role === role) last.blocks.push(...blocks)
    else turns.push({ role, blocks })
  })
  return turns
}

/** Results stand before everything else the user's turn holds. */
const results = (blocks: readonly Placed[], pairs: Pairing) => {
  let other = false
  for (const { block, index } of blocks) {
    if (block['type'] !== 'tool_result') other = true
    else if (other) pairs.complaints.push(`messages[${index}]: result ${String(block['tool_use_id'])} after other content`)
    else pairs.result(String(block['tool_use_id']), index)
  }
  pairs.close()
}

/** What a server tool returned stands behind its call in the same turn. */
const serverTools = (blocks: readonly Placed[], complaints: string[]) => {
  const asked = new Set<unknown>()
  for (const { block, index } of blocks) {
    const type = String(block['type'])
    if (type === 'server_tool_use' || type === 'mcp_tool_use') asked.add(block['id'])
    else if (type.endsWith('_tool_result') && !asked.has(block['tool_use_id']))
      complaints.push(`messages[${index}]: ${type} without its server tool`)
  }
}

const blocksOf = (content: unknown): Native[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? (content as Native[]) : []

/** Everywhere but in what a tool was asked or told: there it is a word like others. */
const count = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, inner]) => {
    if (key === 'cache_control') return sum + (inner ? 1 : 0)
    return key === 'input' || key === 'input_schema' ? sum : sum + count(inner)
  }, 0)
}
