/** Parts of Gemini's contents: each has one field that says what it is. */
import type { Content, ContentOf, Json, Rewrite } from '../types.js'
import { asText } from './blocks.js'
import { argsLike, asCall, functionCallId, readArgs } from './chat-calls.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { readMedia } from './gemini-media.js'
import { makeResponse, readResponse, writeResponse } from './gemini-responses.js'

/** `ordinal` tells calls and responses of one name apart, where they have no ids. */
export function readPart(part: unknown, ordinal: number): Content {
  if (!isFields(part)) return { kind: 'opaque', native: part }
  const { text, functionCall, functionResponse } = part
  if (isFields(functionCall)) return readCall(functionCall, ordinal)
  if (isFields(functionResponse)) return readResponse(functionResponse, callIdOf(functionResponse, ordinal))
  if (typeof text === 'string') {
    const sealed = isSealed(part)
    // A signature that came alone, at the end of a stream, rides on an empty text.
    return part.thought === true || (text === '' && sealed) ? { kind: 'thinking', text, sealed } : { kind: 'text', text }
  }
  return readMedia(part) ?? { kind: 'opaque', native: part }
}

export function writePart(part: unknown, content: Rewrite): unknown {
  if (!isFields(part)) return makePart(content)
  const { functionCall, functionResponse } = part
  if (isFields(functionCall)) return { ...part, functionCall: { ...functionCall, args: argsLike(functionCall.args, asCall(content).args) } }
  if (isFields(functionResponse)) return { ...part, functionResponse: writeResponse(functionResponse, content) }
  if (typeof part.text === 'string' && (content.kind === 'text' || content.kind === 'thinking'))
    return { ...unsigned(part), text: content.text }
  return makePart(content)
}

export function makePart(content: Rewrite): unknown {
  switch (content.kind) {
    case 'media':
    case 'opaque':
      return content.native
    case 'call':
      return { functionCall: { ...named(content), args: objectOf(content) } }
    case 'result':
      return { functionResponse: makeResponse(content, named(content)) }
    default:
      return { text: asText(content) }
  }
}

export const isSealed = (part: Fields): boolean => stringOr(part.thoughtSignature, '') !== ''

/** What pairs a call with its response: the id, else the name and the place among those of that name. */
export function callIdOf({ id, name }: Fields, ordinal: number): string {
  if (typeof id === 'string' && id !== '') return id
  return ordinal === 0 ? functionCallId(name) : `${functionCallId(name)}#${ordinal + 1}`
}

function readCall(call: Fields, ordinal: number): Content {
  return { kind: 'call', callId: callIdOf(call, ordinal), tool: stringOr(call.name, ''), args: readArgs(call.args ?? {}) }
}

const named = ({ callId, tool }: { callId: string; tool: string }): Fields =>
  callId.startsWith(functionCallId(tool)) ? { name: tool } : { id: callId, name: tool }

/** Arguments are an object; the text of an aborted call need not be one. */
const objectOf = ({ args }: ContentOf<'call'>): Json => (isFields(args.value) ? (args.value as Json) : { text: args.text })

/** The signature vouches for a text that is no longer there. */
function unsigned(part: Fields): Fields {
  const { thoughtSignature: _, ...rest } = part
  return rest
}
