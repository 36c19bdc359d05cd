/** A story as Gemini's contents and system instruction. */
import type { AssistantStep, Piece, ResultStep, Story } from './story.js'
import { turns, type Turn } from './native-anthropic.js'
import { common, type Native } from './native-fields.js'

export const toGemini = ({ steps, seed }: Story): { system?: Native; contents: Native[] } => {
  const systems = steps.filter((step) => step.kind === 'system')
  const dress: Dress = { ids: seed % 2 === 0, signs: seed % 3 === 0 }
  const contents = turns(steps).map((turn) => content(turn, dress))
  return systems.length === 0 ? { contents } : { system: { parts: systems.map(({ text }) => ({ text })) }, contents }
}

interface Dress {
  /** Calls have ids, as they do in newer versions of the API. */
  ids: boolean
  /** The model signs its calls: the first of each answer. */
  signs: boolean
}

const content = (turn: Turn, dress: Dress): Native => {
  if ('results' in turn) {
    const { results, said } = turn
    const pinned = [...results, ...(said ? [said] : [])].some((step) => step.pinned)
    const parts = [...results.map((step) => response(step, dress)), ...(said?.pieces ?? []).map(part)]
    return { role: 'user', parts, ...common(results[0] as ResultStep), ...(pinned && { pinned }) }
  }
  if (turn.kind === 'assistant') return { role: 'model', parts: answer(turn, dress), ...common(turn) }
  return { role: 'user', parts: turn.pieces.map(part), ...common(turn) }
}

const part = (piece: Piece): Native => {
  if (piece.kind === 'text') return { text: piece.text }
  if (piece.kind === 'image') return { inlineData: { mimeType: 'image/png', data: piece.base64 } }
  return piece.value
}

const answer = ({ thinking, text, calls, opaque }: AssistantStep, { ids, signs }: Dress): Native[] => [
  ...(thinking ? [{ text: thinking.text, thought: true, ...(thinking.seal && { thoughtSignature: thinking.seal }) }] : []),
  ...(opaque === 'search'
    ? [{ executableCode: { language: 'PYTHON', code: '1+1' } }, { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } }]
    : []),
  ...(text === undefined ? [] : [{ text }]),
  ...(opaque === 'redacted' ? [{ text: '', thoughtSignature: 'EmwKAhgBEgy' }] : []),
  ...(opaque === 'future' ? [{ futurePart: { a: [1, null] } }] : []),
  ...calls.map(({ id, tool, args }, i) => ({
    functionCall: { ...(ids && { id }), name: tool, args: parsed(args) ?? {} },
    ...(signs && i === 0 && { thoughtSignature: `Cg${id}==` }),
  })),
]

const response = ({ callId, tool, pieces, error, blocks }: ResultStep, { ids }: Dress): Native => {
  const text = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n')
  const others = pieces.flatMap((piece) => (piece.kind === 'text' ? [] : [part(piece)]))
  const structured = blocks ? parsed(text) : undefined
  return {
    functionResponse: {
      ...(ids && { id: callId }),
      name: tool,
      response: structured ?? { [error ? 'error' : 'output']: text },
      ...(others.length > 0 && { parts: others }),
    },
  }
}

/** The object that a text tells, if it does. */
const parsed = (text: string): Native | undefined => {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Native) : undefined
  } catch {
    return undefined
  }
}
