/** A story as pi's AgentMessages. */
import type { AssistantStep, Piece, Step, Story } from './story.js'
import { common, type Native } from './native-fields.js'

export const toPi = ({ steps }: Story): Native[] => steps.map((step) => ({ ...message(step), ...common(step) }))

const message = (step: Step): Native => {
  switch (step.kind) {
    case 'system':
      return { role: 'system', content: step.text, ...(step.blocks && { sections: { tone: 'Be brief.' }, toolsAdded: TOOLS }) }
    case 'user':
      return { role: 'user', content: content(step) }
    case 'assistant':
      return { role: 'assistant', content: assistant(step), ...ANSWERED, stopReason: step.calls.length > 0 ? 'toolUse' : 'stop' }
    case 'result':
      return {
        role: 'toolResult',
        toolCallId: step.callId,
        toolName: step.tool,
        content: step.pieces.map(block),
        details: { shown: true },
        isError: step.error,
      }
  }
}

const TOOLS = [{ name: 'read', description: 'Runs read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }]

const ANSWERED = {
  api: 'anthropic-messages',
  provider: 'anthropic',
  model: 'claude-opus-5-5',
  usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15 },
}

const content = ({ pieces, blocks }: { pieces: readonly Piece[]; blocks?: true }): unknown => {
  const [only] = pieces
  return pieces.length === 1 && only?.kind === 'text' && !blocks ? only.text : pieces.map(block)
}

const block = (piece: Piece): Native => {
  if (piece.kind === 'text') return { type: 'text', text: piece.text }
  if (piece.kind === 'image') return { type: 'image', data: piece.base64, mimeType: 'image/png' }
  return piece.value
}

const assistant = ({ thinking, text, calls, opaque }: AssistantStep): Native[] => [
  ...(opaque === 'redacted' ? [{ type: 'thinking', thinking: '', thinkingSignature: 'EmwKAhgBEgy', redacted: true }] : []),
  ...(thinking ? [{ type: 'thinking', thinking: thinking.text, ...(thinking.seal && { thinkingSignature: thinking.seal }) }] : []),
  ...(text === undefined ? [] : [{ type: 'text', text, textSignature: 'msg_1' }]),
  ...(opaque === 'search' || opaque === 'future' ? [{ type: `${opaque}_block`, payload: { a: [1, null] } }] : []),
  ...calls.map(({ id, tool, args }) => ({ type: 'toolCall', id, name: tool, arguments: parsed(args) })),
]

/** An object even where the model was cut off. */
const parsed = (args: string): unknown => {
  try {
    return JSON.parse(args)
  } catch {
    return {}
  }
}
