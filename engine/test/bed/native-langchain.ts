/** A story as LangChain's messages, made by its own classes. */
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import type { AssistantStep, Call, Piece, Step, Story } from './story.js'
import { dataUrl } from './images.js'
import { common, type Native } from './native-fields.js'

/** In every second story the answers are Anthropic's, who repeats the calls among the blocks. */
export const toLangchain = ({ steps, seed }: Story): BaseMessage[] => steps.map((step) => message(step, seed % 2 === 0))

const message = (step: Step, repeats: boolean): BaseMessage => {
  const { id, ...extras } = common(step)
  const fields = { ...(typeof id === 'string' && { id }), ...(Object.keys(extras).length > 0 && { additional_kwargs: extras }) }
  switch (step.kind) {
    case 'system':
      return new SystemMessage({ content: step.text, ...fields })
    case 'user':
      return new HumanMessage({ content: content(step) as string, ...fields })
    case 'assistant':
      return answer(step, fields, repeats)
    case 'result':
      return new ToolMessage({
        content: content(step) as string,
        tool_call_id: step.callId,
        name: step.tool,
        ...(step.error && { status: 'error' as const }),
        ...fields,
      })
  }
}

const content = ({ pieces, blocks }: { pieces: readonly Piece[]; blocks?: true }): unknown => {
  const [only] = pieces
  return pieces.length === 1 && only?.kind === 'text' && (!blocks || only.text === '') ? only.text : pieces.map(block)
}

const block = (piece: Piece): Native => {
  if (piece.kind === 'text') return { type: 'text', text: piece.text }
  if (piece.kind === 'image') return { type: 'image_url', image_url: { url: dataUrl(piece.base64) } }
  return piece.value
}

const answer = (step: AssistantStep, fields: object, repeats: boolean): AIMessage => {
  const { thinking, text, calls, opaque, blocks } = step
  const shown: Native[] = [
    ...(opaque === 'redacted' ? [{ type: 'redacted_thinking', data: 'EmwKAhgBEgy' }] : []),
    ...(thinking ? [{ type: 'thinking', thinking: thinking.text, ...(thinking.seal && { signature: thinking.seal }) }] : []),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...(opaque === 'search' || opaque === 'future' ? [{ type: 'non_standard', value: { a: [1, null] } }] : []),
    ...(repeats ? calls.map(({ id, tool, args }) => ({ type: 'tool_use', id, name: tool, input: parsed(args) ?? {} })) : []),
  ]
  const plain = shown.every(({ type }) => type === 'text') && !blocks
  const whole = calls.filter(({ args }) => parsed(args) !== undefined)
  return new AIMessage({
    content: (plain ? (text ?? '') : shown) as string,
    tool_calls: whole.map(({ id, tool, args }) => ({ type: 'tool_call' as const, id, name: tool, args: parsed(args) as Native })),
    invalid_tool_calls: calls.filter((call) => !whole.includes(call)).map(broken),
    ...fields,
  })
}

const broken = ({ id, tool, args }: Call) => ({ type: 'invalid_tool_call' as const, id, name: tool, args, error: 'Unexpected end of JSON' })

const parsed = (args: string): unknown => {
  try {
    return JSON.parse(args)
  } catch {
    return undefined
  }
}
