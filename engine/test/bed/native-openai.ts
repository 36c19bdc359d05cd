/** A story as OpenAI chat messages. */
import type { AssistantStep, Piece, ResultStep, Step, Story } from './story.js'
import { dataUrl } from './images.js'
import { common, textOf, type Native } from './native-fields.js'

export const toOpenAI = ({ steps, dress }: Story): Native[] => steps.map((step) => ({ ...message(step, dress.legacy), ...common(step) }))

const message = (step: Step, legacy: boolean): Native => {
  switch (step.kind) {
    case 'system':
      return { role: step.blocks ? 'developer' : 'system', content: step.text }
    case 'user':
      return { role: 'user', content: content(step) }
    case 'assistant':
      return assistant(step, legacy)
    case 'result':
      return legacy ? { role: 'function', name: step.tool, content: textOf(step) } : result(step)
  }
}

const content = ({ pieces, blocks }: { pieces: readonly Piece[]; blocks?: true }): unknown => {
  const [only] = pieces
  return pieces.length === 1 && only?.kind === 'text' && !blocks ? only.text : pieces.map(part)
}

const part = (piece: Piece): Native => {
  if (piece.kind === 'text') return { type: 'text', text: piece.text }
  if (piece.kind === 'image') return { type: 'image_url', image_url: { url: dataUrl(piece.base64), detail: 'auto' } }
  return piece.value
}

const assistant = (step: AssistantStep, legacy: boolean): Native => {
  const { calls, thinking, opaque, text, blocks } = step
  const texts = text === undefined ? [] : [{ type: 'text', text }]
  const [first] = calls
  return {
    role: 'assistant',
    content: opaque === 'future' ? [...texts, { type: 'future_part', payload: { a: [1, null] } }] : blocks && text ? texts : (text ?? null),
    ...(thinking && { reasoning_content: thinking.text }),
    ...(opaque === 'redacted' && { reasoning_details: [{ type: 'reasoning.encrypted', data: 'b64==' }] }),
    ...(opaque === 'search' && { annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.com', start_index: 0 } }] }),
    ...(first && legacy && { function_call: { name: first.tool, arguments: first.args } }),
    ...(first &&
      !legacy && { tool_calls: calls.map(({ id, tool, args }) => ({ id, type: 'function', function: { name: tool, arguments: args } })) }),
  }
}

const result = (step: ResultStep): Native => ({
  role: 'tool',
  tool_call_id: step.callId,
  content: step.blocks && textOf(step) ? [{ type: 'text', text: textOf(step) }] : textOf(step),
  // Two ways of saying it are in use.
  ...(step.error && (step.blocks ? { messageStatus: 'error' } : { is_error: true })),
})
