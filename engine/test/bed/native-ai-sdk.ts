/** A story as the AI SDK's ModelMessages. */
import type { AssistantStep, Piece, ResultStep, Step, Story } from './story.js'
import { common, type Native } from './native-fields.js'

export const toAiSdk = ({ steps }: Story): Native[] => batched(steps).map(message)

type Batch = Exclude<Step, ResultStep> | ResultStep[]

/** All results of a batch go into one message. */
const batched = (steps: readonly Step[]): Batch[] => {
  const out: Batch[] = []
  for (const step of steps) {
    const last = out.at(-1)
    if (step.kind !== 'result') out.push(step)
    else if (Array.isArray(last)) last.push(step)
    else out.push([step])
  }
  return out
}

const message = (step: Batch): Native => {
  if (Array.isArray(step)) {
    const pinned = step.some((each) => each.pinned)
    return { role: 'tool', content: step.map(result), ...common(step[0] as ResultStep), ...(pinned && { pinned }) }
  }
  if (step.kind === 'system') return { role: 'system', content: step.text, ...common(step) }
  if (step.kind === 'assistant') return { role: 'assistant', content: assistant(step), ...common(step) }
  return { role: 'user', content: short(step.pieces.map(part), step.blocks), ...common(step) }
}

/** A single text is a string, unless parts are wanted. */
const short = (parts: Native[], blocks?: true): unknown =>
  parts.length === 1 && parts[0]?.['type'] === 'text' && !blocks ? parts[0]['text'] : parts

const part = (piece: Piece): Native => {
  if (piece.kind === 'text') return { type: 'text', text: piece.text }
  if (piece.kind === 'image') return { type: 'file', data: piece.base64, mediaType: 'image/png' }
  return piece.value
}

const assistant = ({ thinking, text, calls, opaque, blocks }: AssistantStep): unknown =>
  short(
    [
      ...(opaque === 'redacted' ? [{ type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'EmwKAhgBEgy' } } }] : []),
      ...(thinking ? [{ type: 'reasoning', text: thinking.text, ...(thinking.seal && sealed(thinking.seal)) }] : []),
      ...(opaque === 'search' ? SEARCH : []),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...(opaque === 'future' ? [{ type: 'custom', kind: 'acme.future', payload: { a: [1, null] } }] : []),
      ...calls.map(({ id, tool, args }) => ({ type: 'tool-call', toolCallId: id, toolName: tool, input: json(args) })),
    ],
    blocks,
  )

const sealed = (signature: string): Native => ({ providerOptions: { anthropic: { signature } } })

/** What the provider ran by itself. */
const SEARCH: Native[] = [
  { type: 'tool-call', toolCallId: 'srvtoolu_01', toolName: 'web_search', input: { query: 'load line' }, providerExecuted: true },
  { type: 'tool-result', toolCallId: 'srvtoolu_01', toolName: 'web_search', output: { type: 'json', value: [{ title: 'Plimsoll' }] } },
]

const result = ({ callId, tool, pieces, error, blocks }: ResultStep): Native => {
  const [only] = pieces
  const prefix = error ? 'error-' : ''
  const output =
    pieces.length !== 1 || only?.kind !== 'text'
      ? { type: 'content', value: pieces.map(part) }
      : blocks
        ? { type: `${prefix}json`, value: json(only.text) }
        : { type: `${prefix}text`, value: only.text }
  return { type: 'tool-result', toolCallId: callId, toolName: tool, output }
}

const json = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return source
  }
}
