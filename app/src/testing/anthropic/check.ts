/** What Anthropic refuses before it looks at signatures and tokens, in its own words. */
import { type Fields, isFields, listOf } from '../fields.js'
import { Refused } from '../refused.js'
import { blocksOf, THINKING } from './parts.js'

const MOST_MARKERS = 4

export function check(body: Fields): void {
  if (body.max_tokens === undefined) throw new Refused('max_tokens: Field required')
  const messages = listOf(body.messages)
  if (messages.length === 0) throw new Refused('messages: at least one message is required')
  if (messages[0]?.role !== 'user') throw new Refused('messages: first message must use the "user" role')
  messages.forEach((message, i) => checkMessage(message, i, i === messages.length - 1))
  checkPairs(messages)
  checkMarkers(body, messages)
}

function checkMessage({ role, content }: Fields, i: number, last: boolean): void {
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    throw new Refused(`messages: Unexpected role "${String(role)}". Allowed roles are "user" or "assistant"`)
  const blocks = blocksOf(content)
  if (content === '' || blocks.length === 0) {
    if (last && role === 'assistant') return
    throw new Refused(`messages.${i}: all messages must have non-empty content except for the optional final assistant message`)
  }
  blocks.forEach((block, j) => checkBlock(block, role, `messages.${i}.content.${j}`))
  if (role === 'assistant' && THINKING.includes(String(blocks.at(-1)?.type)))
    throw new Refused(`messages.${i}.content.${blocks.length - 1}: The final block in an assistant message cannot be \`thinking\`.`)
}

function checkBlock(block: Fields, role: unknown, path: string): void {
  if (block.type === 'text') {
    if (block.text === '') throw new Refused('messages: text content blocks must be non-empty')
    if (String(block.text).trim() === '') throw new Refused('messages: text content blocks must contain non-whitespace text')
  }
  if (block.type === 'tool_use') {
    if (role !== 'assistant') throw new Refused(`${path}: \`tool_use\` blocks can only be in \`assistant\` messages`)
    if (!isFields(block.input)) throw new Refused(`${path}.tool_use.input: Input should be a valid dictionary`)
  }
  if (block.type === 'tool_result') {
    if (role !== 'user') throw new Refused(`${path}: \`tool_result\` blocks can only be in \`user\` messages`)
    if (blocksOf(block.content).some(({ type, text }) => type === 'text' && text === '') && block.content !== '')
      throw new Refused('messages: text content blocks must be non-empty')
  }
  if (THINKING.includes(String(block.type))) {
    if (role !== 'assistant') throw new Refused(`${path}: \`thinking\` blocks can only be in \`assistant\` messages`)
    if (block.cache_control) throw new Refused(`${path}.${String(block.type)}.cache_control: Extra inputs are not permitted`)
  }
}

/** Consecutive messages of one role are one turn to the API. */
function checkPairs(messages: readonly Fields[]): void {
  const used = new Set<unknown>()
  let open = new Set<unknown>()
  let answered = new Set<unknown>()
  let askedAt = 0
  let role: unknown
  const close = () => {
    if (open.size > 0) {
      const ids = [...open].join(', ')
      throw new Refused(
        `messages.${askedAt}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      )
    }
    answered = new Set()
  }
  messages.forEach((message, i) => {
    if (message.role === 'assistant' && role !== 'assistant') close()
    role = message.role
    blocksOf(message.content).forEach((block, j) => {
      if (block.type === 'tool_use') {
        if (used.has(block.id)) throw new Refused(`messages.${i}.content.${j}: \`tool_use\` ids must be unique`)
        used.add(block.id)
        open.add(block.id)
        askedAt = i
      } else if (block.type === 'tool_result') {
        const id = block.tool_use_id
        if (open.delete(id)) answered.add(id)
        else if (answered.has(id))
          throw new Refused(
            `messages.${i}.content.${j}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(id)}`,
          )
        else
          throw new Refused(
            `messages.${i}.content.${j}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          )
      } else if (role !== 'assistant') close()
    })
  })
  close()
}

function checkMarkers(body: Fields, messages: readonly Fields[]): void {
  const markers = [...markersIn(body.tools), ...markersIn(body.system), ...messages.flatMap(({ content }) => markersIn(content))]
  if (isFields(body.cache_control)) markers.push(body.cache_control)
  if (markers.length > MOST_MARKERS)
    throw new Refused(`A maximum of ${MOST_MARKERS} blocks with cache_control may be provided. Found ${markers.length}.`)
  const short = markers.findIndex(({ ttl }) => ttl !== '1h')
  if (short >= 0 && markers.slice(short).some(({ ttl }) => ttl === '1h'))
    throw new Refused(
      "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
    )
}

function markersIn(blocks: unknown): Fields[] {
  return listOf(blocks).flatMap((block) => [
    ...(block.type === 'tool_result' ? markersIn(block.content) : []),
    ...(isFields(block.cache_control) ? [block.cache_control] : []),
  ])
}
