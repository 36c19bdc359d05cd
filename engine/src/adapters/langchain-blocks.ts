/** Content blocks of LangChain: its own, and those of the providers it passes on. */
import type { Content, Rewrite } from '../types.js'
import { anthropicBlocks } from './anthropic-blocks.js'
import { asText, type Blocks } from './blocks.js'
import { argsLike, asCall, readArgs } from './chat-calls.js'
import { chatBlocks } from './chat-blocks.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { mediaFromBase64, mediaFromUrl } from './media.js'

export const langchainBlocks: Blocks = {
  read(block): Content {
    if (!isFields(block)) return { kind: 'opaque', native: block }
    return readOwn(block) ?? known(anthropicBlocks.read(block)) ?? chatBlocks.read(block)
  },

  write(block, content) {
    if (!isFields(block)) return langchainBlocks.make(content)
    if (block.type === 'text' && content.kind === 'text') return { ...uncited(block), text: content.text }
    if (block.type === 'reasoning' && content.kind === 'thinking') return { ...block, reasoning: content.text }
    if (block.type === 'thinking' && content.kind === 'thinking') return { ...block, thinking: content.text }
    if (content.kind === 'call') return { ...block, [argsField(block)]: argsLike(block[argsField(block)], asCall(content).args) }
    return langchainBlocks.make(content)
  },

  make: (content: Rewrite) =>
    content.kind === 'media' || content.kind === 'opaque' ? content.native : { type: 'text', text: asText(content) },
}

/** Where a call among the blocks has its arguments. */
const argsField = ({ type }: Fields): string => (type === 'tool_use' ? 'input' : 'args')

const known = (content: Content): Content | undefined => (content.kind === 'opaque' ? undefined : content)

function readOwn(block: Fields): Content | undefined {
  switch (block.type) {
    case 'reasoning':
      return { kind: 'thinking', text: stringOr(block.reasoning, ''), sealed: stringOr(block.signature, '') !== '' }
    case 'tool_call':
      return { kind: 'call', callId: stringOr(block.id, ''), tool: stringOr(block.name, ''), args: readArgs(block.args ?? {}) }
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return readMedia(block, block.type === 'file' ? 'application/octet-stream' : `${block.type}/*`)
    default:
      return undefined
  }
}

/** Told in camel case since version 1, in snake case before. */
function readMedia(block: Fields, kind: string): Content | undefined {
  const mime = stringOr(block.mimeType ?? block.mime_type, kind)
  if (typeof block.data === 'string') return mediaFromBase64(block.data, block, mime)
  const url = block.url ?? block.fileId ?? block.id
  return typeof url === 'string' && block.source === undefined && block.file === undefined ? mediaFromUrl(url, block, mime) : undefined
}

/** They quote the text that is no longer there. */
function uncited(block: Fields): Fields {
  const { citations: _citations, annotations: _annotations, ...rest } = block
  return rest
}
