/** A story as plain messages; at times in the manner of chat apps that keep a call and its result as one part. */
import type { Content, Json } from '../../src/types.js'
import type { AssistantStep, Piece, ResultStep, Step, Story } from './story.js'
import { byteLength, dataUrl, PNG } from './images.js'
import { common, textOf, type Native } from './native-fields.js'

export const toPlain = ({ seed, steps, dress }: Story): Native[] => (dress.parts ? inParts(steps, seed) : steps.map(message))

const message = (step: Step): Native => {
  switch (step.kind) {
    case 'system':
      return { role: 'system', content: step.text, ...common(step) }
    case 'user':
      return { role: 'user', content: short(step.pieces.map(content), step.blocks), ...common(step) }
    case 'assistant':
      return { role: 'assistant', ...assistant(step), ...common(step) }
    case 'result':
      return {
        role: 'tool',
        tool_call_id: step.callId,
        content: short(step.pieces.map(content), step.blocks),
        ...(step.error && { is_error: true }),
        ...common(step),
      }
  }
}

/** A single text is a string, unless blocks are wanted. */
const short = (contents: Content[], blocks?: true): string | Content[] => {
  const [only] = contents
  return contents.length === 1 && only?.kind === 'text' && !blocks ? only.text : contents
}

const content = (piece: Piece): Content => {
  if (piece.kind === 'text') return piece
  if (piece.kind === 'image') return media(piece.base64)
  return { kind: 'opaque', native: piece.value }
}

/** The plain form of an image. */
export const media = (base64: string): Content => ({
  kind: 'media',
  mime: PNG,
  bytes: byteLength(base64),
  source: dataUrl(base64),
  native: null,
})

const assistant = ({ thinking, text, calls, opaque, blocks }: AssistantStep): Native => {
  const contents: Content[] = [
    ...(thinking ? [{ kind: 'thinking' as const, text: thinking.text, sealed: thinking.seal !== undefined }] : []),
    ...(opaque ? [{ kind: 'opaque' as const, native: { type: opaque, payload: [1, null] } }] : []),
    ...(text === undefined ? [] : [{ kind: 'text' as const, text }]),
  ]
  return {
    content: contents.length === 0 ? '' : short(contents, blocks),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, tool, args }) => ({ id, type: 'function', function: { name: tool, arguments: args } })),
    }),
  }
}

/** An assistant message takes in the results that follow it; a result without a call stays a message of its own. */
const inParts = (steps: readonly Step[], seed: number): Native[] => {
  const taken = new Set<Step>()
  return steps.flatMap((step, at): Native[] => {
    if (step.kind !== 'assistant') return taken.has(step) ? [] : [message(step)]
    const parts: Native[] = step.calls.map(({ id, tool, args }) => {
      const result = resultFor(steps, at, id)
      if (result) taken.add(result)
      const state = result ? (result.error ? 'error' : 'result') : 'call'
      return { type: 'tool-call', state, toolCallId: id, toolName: tool, args: json(args), ...(result && { result: json(textOf(result)) }) }
    })
    if (step.text !== undefined) parts.unshift({ type: 'text', text: step.text })
    if (step.thinking) parts.unshift({ type: 'reasoning', text: step.thinking.text })
    // The apps leave `content` out; those that came from an older shape have it empty.
    return [{ role: 'assistant', ...(seed % 2 === 0 && { content: '' }), contentParts: parts, ...common(step) }]
  })
}

const resultFor = (steps: readonly Step[], at: number, id: string): ResultStep | undefined => {
  for (let i = at + 1; steps[i]?.kind === 'result'; i++) {
    const step = steps[i] as ResultStep
    if (step.callId === id) return step
  }
  return undefined
}

const json = (source: string): Json => {
  try {
    return JSON.parse(source) as Json
  } catch {
    return source
  }
}
