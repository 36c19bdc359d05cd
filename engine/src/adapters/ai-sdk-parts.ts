/** Parts of the AI SDK's messages. */
import type { Content, Rewrite } from '../types.js'
import { asText } from './blocks.js'
import { argsLike, asCall, readArgs } from './chat-calls.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { readMedia } from './ai-sdk-media.js'
import { makeResult, readResult, writeResult } from './ai-sdk-outputs.js'

/** `role` matters: what the provider ran itself stands in the assistant's own message, and is not ours to rewrite. */
export function readPart(part: unknown, role: unknown): Content {
  if (!isFields(part)) return { kind: 'opaque', native: part }
  switch (part.type) {
    case 'text':
      return { kind: 'text', text: stringOr(part.text, '') }
    case 'reasoning':
      return { kind: 'thinking', text: stringOr(part.text, ''), sealed: isSealed(part) }
    case 'tool-call':
      if (part.providerExecuted === true) break
      return { kind: 'call', callId: stringOr(part.toolCallId, ''), tool: stringOr(part.toolName, ''), args: readArgs(part.input ?? {}) }
    case 'tool-result':
      if (role === 'assistant') break
      return readResult(part)
    default: {
      const media = readMedia(part)
      if (media) return media
    }
  }
  return { kind: 'opaque', native: part }
}

export function writePart(part: unknown, content: Rewrite): unknown {
  if (!isFields(part)) return makePart(content)
  if (part.type === 'tool-result') return writeResult(part, content)
  if (part.type === 'tool-call') return { ...part, input: argsLike(part.input, asCall(content).args) }
  const same = part.type === 'text' ? content.kind === 'text' : part.type === 'reasoning' && content.kind === 'thinking'
  // Under an item's id the provider would send the text that it remembers.
  if (same) return { ...withoutItemId(part), text: asText(content) }
  return makePart(content)
}

export function makePart(content: Rewrite): unknown {
  switch (content.kind) {
    case 'media':
    case 'opaque':
      return content.native
    case 'call':
      return { type: 'tool-call', toolCallId: content.callId, toolName: content.tool, input: content.args.value ?? content.args.text }
    case 'result':
      return makeResult(content)
    default:
      return { type: 'text', text: asText(content) }
  }
}

/** OpenAI refuses an item of its own without the reasoning that led to it: without its id it is a text like others. */
export function withoutItemId<T extends Fields>(part: T): T {
  const { providerOptions } = part
  if (!isFields(providerOptions) || !Object.values(providerOptions).some(hasItemId)) return part
  return { ...part, providerOptions: Object.fromEntries(Object.entries(providerOptions).map(([name, options]) => [name, drop(options)])) }
}

const hasItemId = (options: unknown): boolean => isFields(options) && 'itemId' in options

function drop(options: unknown): unknown {
  if (!isFields(options)) return options
  const { itemId: _, ...rest } = options
  return rest
}

/** Whatever a provider put there to know its own thinking by: a signature, an id, an encrypted copy. */
const isSealed = ({ providerOptions }: Fields): boolean =>
  isFields(providerOptions) && Object.values(providerOptions).some((options) => isFields(options) && Object.keys(options).length > 0)
