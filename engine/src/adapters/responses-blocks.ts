/** Content parts of OpenAI's Responses: what is put in and what came out have types of their own. */
import type { Content, Rewrite } from '../types.js'
import { asText, type Blocks } from './blocks.js'
import { type Fields, isFields } from './fields.js'
import { mediaFromBase64, mediaFromUrl } from './media.js'

type TextType = 'input_text' | 'output_text'

const blocksOf = (type: TextType): Blocks => ({
  read: (block): Content => (isFields(block) && (readText(block) ?? readMedia(block))) || { kind: 'opaque', native: block },

  write(block, content) {
    if (isFields(block) && readText(block) && content.kind === 'text') return { ...aboutText(block), text: content.text }
    return blocksOf(type).make(content)
  },

  make: (content: Rewrite) => (content.kind === 'media' || content.kind === 'opaque' ? content.native : { type, text: asText(content) }),
})

export const inputBlocks = blocksOf('input_text')
export const outputBlocks = blocksOf('output_text')

function readText({ type, text }: Fields): Content | undefined {
  return (type === 'input_text' || type === 'output_text') && typeof text === 'string' ? { kind: 'text', text } : undefined
}

export function readMedia(native: Fields): Content | undefined {
  const { type, image_url, file_id, file_url, file_data } = native
  if (type === 'input_image' || type === 'computer_screenshot') {
    const url = image_url ?? file_id
    return typeof url === 'string' ? mediaFromUrl(url, native, 'image/*') : undefined
  }
  if (type !== 'input_file') return undefined
  if (typeof file_data === 'string' && !file_data.startsWith('data:')) return mediaFromBase64(file_data, native, FILE)
  const url = file_data ?? file_url ?? file_id
  return typeof url === 'string' ? mediaFromUrl(url, native, FILE) : undefined
}

const FILE = 'application/octet-stream'

/** Annotations and probabilities speak of a text that is no longer there. */
function aboutText(block: Fields): Fields {
  const { logprobs: _, ...rest } = block
  return 'annotations' in rest ? { ...rest, annotations: [] } : rest
}
