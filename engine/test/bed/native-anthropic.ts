/** A story as an Anthropic request's system prompt and messages. */
import type { AssistantStep, Piece, ResultStep, Step, Story, UserStep } from './story.js'
import { common, type Native } from './native-fields.js'

export const toAnthropic = ({ steps }: Story): { system?: unknown; messages: Native[] } => {
  const systems = steps.filter((step) => step.kind === 'system')
  const messages = turns(steps).map(message)
  if (systems.length === 0) return { messages }
  const marked = systems.some((step) => step.marked)
  const plain = systems.length === 1 && !marked && !systems[0]?.blocks
  const blocks = systems.map((step) => ({ type: 'text', text: step.text }))
  return { system: plain ? systems[0]?.text : marked ? mark(blocks) : blocks, messages }
}

export type Turn = AssistantStep | UserStep | { results: ResultStep[]; said?: UserStep }

/** All results of a batch go into one user message, the user's next words at times with them. */
export const turns = (steps: readonly Step[]): Turn[] => {
  const out: Turn[] = []
  for (const step of steps) {
    const last = out.at(-1)
    const open = last && 'results' in last && !last.said ? last : undefined
    if (step.kind === 'system') continue
    else if (step.kind === 'result' && open) open.results.push(step)
    else if (step.kind === 'result') out.push({ results: [step] })
    else if (step.kind === 'user' && step.joined && open) open.said = step
    else out.push(step)
  }
  return out
}

const message = (turn: Turn): Native => {
  if ('results' in turn) {
    const { results, said } = turn
    const all: Step[] = said ? [...results, said] : results
    const blocks = [...results.map(result), ...(said ? said.pieces.map(block) : [])]
    const content = all.some((step) => step.marked) ? mark(blocks) : blocks
    // One message has one id and time, those of its first result.
    return { role: 'user', content, ...common(results[0] as ResultStep), ...(all.some((step) => step.pinned) && { pinned: true }) }
  }
  if (turn.kind === 'assistant') return { role: 'assistant', content: assistant(turn), ...common(turn) }
  const [only] = turn.pieces
  const plain = turn.pieces.length === 1 && only?.kind === 'text' && !turn.blocks && !turn.marked
  const blocks = turn.pieces.map(block)
  return { role: 'user', content: plain ? only.text : turn.marked ? mark(blocks) : blocks, ...common(turn) }
}

const block = (piece: Piece): Native => {
  if (piece.kind === 'text') return { type: 'text', text: piece.text }
  if (piece.kind === 'image') return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: piece.base64 } }
  return piece.value
}

const result = (step: ResultStep): Native => {
  const [only] = step.pieces
  const plain = step.pieces.length === 1 && only?.kind === 'text' && (!step.blocks || only.text === '')
  return {
    type: 'tool_result',
    tool_use_id: step.callId,
    content: plain ? only.text : step.pieces.map(block),
    ...(step.error && { is_error: true }),
  }
}

const assistant = ({ thinking, text, calls, opaque, blocks, marked }: AssistantStep): unknown => {
  if (!thinking && calls.length === 0 && !opaque && !blocks && !marked) return text ?? ''
  const content: Native[] = [
    ...(opaque === 'redacted' ? [{ type: 'redacted_thinking', data: 'EmwKAhgBEgy' }] : []),
    // Thinking that another model did, or that was cut off, has no signature.
    ...(thinking ? [{ type: 'thinking', thinking: thinking.text, signature: thinking.seal ?? '' }] : []),
    ...(opaque === 'search' ? SEARCH : []),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...(opaque === 'future' ? [{ type: 'future_block', payload: { a: [1, null] } }] : []),
    ...calls.map(({ id, tool, args }) => ({ type: 'tool_use', id, name: tool, input: parsed(args) })),
  ]
  return marked ? mark(content) : content
}

const SEARCH: Native[] = [
  { type: 'server_tool_use', id: 'srvtoolu_01', name: 'web_search', input: { query: 'load line' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_01',
    content: [{ type: 'web_search_result', url: 'https://example.com', title: 'Plimsoll', encrypted_content: 'EqgfCio' }],
  },
]

/** `input` is an object even where the model was cut off. */
const parsed = (args: string): unknown => {
  try {
    return JSON.parse(args)
  } catch {
    return {}
  }
}

/** A cache marker on the last block that may carry one. */
const mark = (blocks: Native[]): Native[] => {
  const index = blocks.findLastIndex(({ type, text }) =>
    type === 'text' ? Boolean(String(text).trim()) : ['tool_use', 'tool_result', 'image'].includes(String(type)),
  )
  return index < 0 ? blocks : blocks.with(index, { ...blocks[index], cache_control: { type: 'ephemeral' } })
}
