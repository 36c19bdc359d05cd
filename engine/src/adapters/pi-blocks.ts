/** Content blocks of pi's messages. */
import type { Content, ContentOf, Json, Rewrite } from '../types.js'
import { asText, type Blocks } from './blocks.js'
import { argsLike, asCall, readArgs } from './chat-calls.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { mediaFromBase64 } from './media.js'

export const piBlocks: Blocks = {
  read(block): Content {
    if (!isFields(block)) return { kind: 'opaque', native: block }
    switch (block.type) {
      case 'text':
        return { kind: 'text', text: stringOr(block.text, '') }
      case 'thinking':
        return { kind: 'thinking', text: stringOr(block.thinking, ''), sealed: stringOr(block.thinkingSignature, '') !== '' }
      case 'image':
        return mediaFromBase64(stringOr(block.data, ''), block, stringOr(block.mimeType, 'image/*'))
      case 'toolCall':
        return { kind: 'call', callId: stringOr(block.id, ''), tool: stringOr(block.name, ''), args: readArgs(block.arguments ?? {}) }
      default:
        return { kind: 'opaque', native: block }
    }
  },

  write(block, content) {
    if (!isFields(block)) return piBlocks.make(content)
    if (block.type === 'toolCall') return { ...block, arguments: argsLike(block.arguments, asCall(content).args) }
    if (block.type === 'thinking' && content.kind === 'thinking') return { ...block, thinking: content.text }
    if (block.type === 'text' && content.kind === 'text') return { ...unsigned(block), text: content.text }
    return piBlocks.make(content)
  },

  make(content: Rewrite): unknown {
    if (content.kind === 'media' || content.kind === 'opaque') return content.native
    if (content.kind === 'call') return { type: 'toolCall', id: content.callId, name: content.tool, arguments: objectOf(content) }
    return { type: 'text', text: asText(content) }
  },
}

/** Arguments are an object; the text of an aborted call need not be one. */
const objectOf = ({ args }: ContentOf<'call'>): Json => (isFields(args.value) ? (args.value as Json) : { text: args.text })

/** The signature names the text as the provider knows it. */
function unsigned(block: Fields): Fields {
  const { textSignature: _, ...rest } = block
  return rest
}
