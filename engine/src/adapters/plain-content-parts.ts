/** `contentParts`: a list in which a tool call holds its own result. */
import type { Body, Content, Json, Rewrite } from '../types.js'
import { asText, type Changes } from './blocks.js'
import { argsLike, asCall, readArgs } from './chat-calls.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { mediaFromUrl } from './media.js'
import { kept } from './result-body.js'

export const hasContentParts = (message: Fields): boolean => Array.isArray(message.contentParts) && message.contentParts.length > 0

export const readContentParts = (message: Fields): Content[] => (message.contentParts as unknown[]).flatMap(readPart)

export function writeContentParts(message: Fields, changes: Changes): Fields {
  const parts = message.contentParts as readonly unknown[]
  const contentParts: unknown[] = []
  let at = 0
  for (const part of parts) {
    const [change, resultChange] = [changes.get(at), changes.get(at + 1)]
    at += readPart(part).length
    if (change === null) continue
    const written = change ? writePart(part, change) : part
    contentParts.push(hasResult(part) ? writeResult(written as Fields, resultChange) : written)
  }
  const separator = SEPARATORS.find((glue) => message.content === textIn(parts, glue))
  return separator === undefined ? { ...message, contentParts } : { ...message, contentParts, content: textIn(contentParts, separator) }
}

function readPart(part: unknown): Content[] {
  if (!isFields(part)) return [{ kind: 'opaque', native: part }]
  switch (part.type) {
    case 'text':
      return [{ kind: 'text', text: stringOr(part.text, '') }]
    case 'reasoning':
      return [{ kind: 'thinking', text: stringOr(part.text, ''), sealed: false }]
    case 'image':
      return [mediaFromUrl(stringOr(part.url ?? part.storageKey, ''), part, 'image/*')]
    case 'tool-call': {
      const [callId, tool] = [stringOr(part.toolCallId, ''), stringOr(part.toolName, '')]
      const call: Content = { kind: 'call', callId, tool, args: readArgs(part.args) }
      return hasResult(part) ? [call, { kind: 'result', callId, tool, body: bodyOf(part.result), error: part.state === 'error' }] : [call]
    }
    default:
      return [{ kind: 'opaque', native: part }]
  }
}

const hasResult = (part: unknown): boolean => isFields(part) && part.type === 'tool-call' && part.result !== undefined

const bodyOf = (result: unknown): Body[] => [
  typeof result === 'string' ? { kind: 'text', text: result } : { kind: 'data', value: result as Json },
]

function writePart(part: unknown, change: Rewrite): unknown {
  if (!isFields(part)) return part
  if (part.type === 'tool-call') return { ...part, args: argsLike(part.args, asCall(change).args) }
  if (part.type === 'reasoning' && change.kind === 'thinking') return { ...part, text: change.text }
  if (part.type === 'text' && change.kind === 'text') return { ...part, text: change.text }
  return change.kind === 'media' || change.kind === 'opaque' ? change.native : { type: 'text', text: asText(change) }
}

function writeResult(part: Fields, change: Rewrite | null | undefined): Fields {
  if (change === undefined) return part
  if (change === null) {
    const { result: _, ...call } = part
    return 'state' in call ? { ...call, state: 'call' } : call
  }
  const bodies = change.kind === 'result' ? change.body : [change]
  const whole = bodies.map((body) => (body.kind === 'keep' ? kept(bodyOf(part.result), body.index) : body))
  const [only] = whole
  return { ...part, result: whole.length === 1 && only?.kind === 'data' ? only.value : whole.map(asText).join('\n') }
}

/** `content` may repeat the texts of the parts. */
const SEPARATORS = ['\n', '', '\n\n']

function textIn(parts: readonly unknown[], separator: string): string {
  return parts.flatMap((part) => (isFields(part) && part.type === 'text' ? [part.text] : [])).join(separator)
}
