/** A story as items of OpenAI's Responses. */
import type { AssistantStep, Piece, ResultStep, Step, Story } from './story.js'
import { dataUrl } from './images.js'
import { common, type Native } from './native-fields.js'

/** Some clients send the ids by which the provider knows its items, others leave them out. */
export const toResponses = ({ steps, seed }: Story): Native[] =>
  steps.flatMap((step, i) => items(step, seed % 2 === 0 ? `${i}` : undefined))

const items = (step: Step, place: string | undefined): Native[] => {
  switch (step.kind) {
    case 'system':
      return [{ type: 'message', role: step.blocks ? 'developer' : 'system', content: step.text, ...common(step) }]
    case 'user':
      return [{ ...(step.blocks && { type: 'message' }), role: 'user', content: content(step), ...common(step) }]
    case 'assistant': {
      const all = answer(step).map((item, i) => ({ ...item, ...(place && { id: `${prefixOf(item)}_${place}_${i}` }) }))
      return all.with(-1, { ...all.at(-1), ...common(step) })
    }
    case 'result':
      return [
        {
          type: 'function_call_output',
          call_id: step.callId,
          output: output(step),
          ...(step.error && { is_error: true }),
          ...common(step),
        },
      ]
  }
}

const prefixOf = ({ type }: Native) => ({ reasoning: 'rs', message: 'msg', function_call: 'fc' })[String(type)] ?? 'ws'

const content = ({ pieces, blocks }: { pieces: readonly Piece[]; blocks?: true }): unknown => {
  const [only] = pieces
  return pieces.length === 1 && only?.kind === 'text' && !blocks ? only.text : pieces.map(part)
}

const part = (piece: Piece): Native => {
  if (piece.kind === 'text') return { type: 'input_text', text: piece.text }
  if (piece.kind === 'image') return { type: 'input_image', detail: 'auto', image_url: dataUrl(piece.base64) }
  return piece.value
}

const output = (step: ResultStep): unknown =>
  content(step.pieces.length === 1 && step.pieces[0]?.kind === 'text' && step.pieces[0].text === '' ? { pieces: step.pieces } : step)

const answer = ({ thinking, text, calls, opaque, blocks }: AssistantStep): Native[] => {
  const spoken: Native[] = [
    ...(text === undefined ? [] : [{ type: 'output_text', text, annotations: [] }]),
    ...(opaque === 'future' ? [{ type: 'future_part', payload: { a: [1, null] } }] : []),
  ]
  const said = spoken.length === 1 && !blocks ? (spoken[0]?.['text'] ?? spoken) : spoken
  const all: Native[] = [
    ...(opaque === 'redacted' ? [{ type: 'reasoning', summary: [], encrypted_content: 'gAAAAABredacted' }] : []),
    ...(thinking
      ? [
          {
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: thinking.text }],
            ...(thinking.seal && { encrypted_content: thinking.seal }),
          },
        ]
      : []),
    ...(opaque === 'search' ? [{ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'load line' } }] : []),
    ...(spoken.length > 0 ? [{ type: 'message', role: 'assistant', status: 'completed', content: said }] : []),
    ...calls.map(({ id, tool, args }) => ({ type: 'function_call', call_id: id, name: tool, arguments: args })),
  ]
  return all.length > 0 ? all : [{ type: 'message', role: 'assistant', content: [] }]
}
