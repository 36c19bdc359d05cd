/** Our own `Content` as it stands in plain messages; a block without `kind` is one of OpenAI's. */
import { ShapeError } from '../errors.js'
import type { Content, Json, Rewrite } from '../types.js'
import type { Blocks } from './blocks.js'
import { readArgs } from './chat-calls.js'
import { chatBlocks } from './chat-blocks.js'
import { excerpt, type Fields, isFields, stringOr } from './fields.js'
import { readBody, writeBody } from './result-body.js'

export const plainBlocks: Blocks = {
  read: (block) => (isFields(block) && block.kind !== undefined ? readContent(block) : chatBlocks.read(block)),

  write(block, content) {
    if (!isFields(block) || block.kind === undefined) return chatBlocks.write(block, content)
    if (block.kind === 'result') return { ...block, body: writeBody(block.body, content, plainBlocks) }
    return block.kind === content.kind ? { ...block, ...content } : content
  },

  make: (content: Rewrite) => content,
}

function readContent(block: Fields): Content {
  const { kind, text } = block
  switch (kind) {
    case 'text':
      return { kind, text: need(block, 'text') }
    case 'thinking':
      return { kind, text: stringOr(text, ''), sealed: block.sealed === true }
    case 'data':
      return { kind, value: (block.value ?? null) as Json }
    case 'media': {
      const bytes = typeof block.bytes === 'number' ? block.bytes : 0
      return { kind, mime: need(block, 'mime'), bytes, source: stringOr(block.source, ''), native: block.native }
    }
    case 'call': {
      const args =
        isFields(block.args) && typeof block.args.text === 'string' ? (block.args as { text: string; value?: Json }) : readArgs(block.args)
      return { kind, callId: need(block, 'callId'), tool: need(block, 'tool'), args }
    }
    case 'result': {
      const body = readBody(block.body, plainBlocks)
      return { kind, callId: need(block, 'callId'), tool: stringOr(block.tool, ''), body, error: block.error === true }
    }
    case 'opaque':
      return { kind, native: block.native }
    default:
      return { kind: 'opaque', native: block }
  }
}

function need(block: Fields, field: string): string {
  const value = block[field]
  if (typeof value === 'string') return value
  throw new ShapeError(`a ${block.kind} part has no ${field}: ${excerpt(block)}`)
}
