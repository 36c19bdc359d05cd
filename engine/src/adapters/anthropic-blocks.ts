/** Content blocks of Anthropic's messages. */
import type { Content, ContentOf, Json, Rewrite } from '../types.js'
import { asText, type Blocks } from './blocks.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { mediaFromBase64, mediaFromUrl } from './media.js'
import { readBody, writeBody } from './result-body.js'

export const anthropicBlocks: Blocks = {
  read(block): Content {
    if (!isFields(block)) return { kind: 'opaque', native: block }
    return readBlock(block) ?? { kind: 'opaque', native: block }
  },

  write(block, content) {
    if (!isFields(block)) return anthropicBlocks.make(content)
    if (block.type === 'tool_result') return { ...block, content: writeBody(block.content, content, anthropicBlocks) }
    if (block.type === 'tool_use' && content.kind === 'call') return { ...block, input: inputOf(content) }
    if (block.type === 'thinking' && content.kind === 'thinking') return { ...block, thinking: content.text }
    if (block.type === 'text' && content.kind === 'text') return { ...withoutCitations(block), text: content.text }
    // The caller's cache breakpoint stays where it was.
    const made = anthropicBlocks.make(content)
    return isFields(made) && block.cache_control ? { ...made, cache_control: block.cache_control } : made
  },

  make(content: Rewrite): unknown {
    switch (content.kind) {
      case 'media':
      case 'opaque':
        return content.native
      case 'call':
        return { type: 'tool_use', id: content.callId, name: content.tool, input: inputOf(content) }
      case 'result': {
        const made = { type: 'tool_result', tool_use_id: content.callId, content: writeBody('', content, anthropicBlocks) }
        return content.error ? { ...made, is_error: true } : made
      }
      default:
        return { type: 'text', text: asText(content) }
    }
  },
}

function readBlock(block: Fields): Content | undefined {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? { kind: 'text', text: block.text } : undefined
    case 'thinking':
      return { kind: 'thinking', text: stringOr(block.thinking, ''), sealed: stringOr(block.signature, '') !== '' }
    case 'redacted_thinking':
      return { kind: 'thinking', text: '', sealed: true }
    case 'tool_use': {
      const input = (block.input ?? {}) as Json
      return {
        kind: 'call',
        callId: stringOr(block.id, ''),
        tool: stringOr(block.name, ''),
        args: { text: JSON.stringify(input), value: input },
      }
    }
    case 'tool_result': {
      const body = readBody(block.content, anthropicBlocks)
      return { kind: 'result', callId: stringOr(block.tool_use_id, ''), tool: '', body, error: block.is_error === true }
    }
    case 'image':
      return readMedia(block, 'image/*')
    case 'document':
      return readMedia(block, 'application/pdf')
    default:
      return undefined
  }
}

function readMedia(block: Fields, mime: string): Content | undefined {
  if (!isFields(block.source)) return undefined
  const { type, media_type, data, url, file_id, content } = block.source
  const stated = stringOr(media_type, mime)
  if (type === 'base64') return mediaFromBase64(stringOr(data, ''), block, stated)
  if (type === 'text') return { kind: 'media', mime: stated, bytes: stringOr(data, '').length, source: stringOr(data, ''), native: block }
  if (type === 'content') {
    const source = JSON.stringify(content ?? '')
    return { kind: 'media', mime: 'text/plain', bytes: source.length, source, native: block }
  }
  return mediaFromUrl(stringOr(url ?? file_id, ''), block, stated)
}

/** An input is an object; the text of an aborted call need not be one. */
const inputOf = ({ args }: ContentOf<'call'>): Json => (isFields(args.value) ? (args.value as Json) : { text: args.text })

/** They quote the text that is no longer there. */
function withoutCitations(block: Fields): Fields {
  const { citations: _, ...rest } = block
  return rest
}
