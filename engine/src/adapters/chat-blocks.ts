/** Content blocks of OpenAI's chat format. */
import type { Content, Rewrite } from '../types.js'
import { asText, type Blocks } from './blocks.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { mediaFromBase64, mediaFromUrl } from './media.js'

export const chatBlocks: Blocks = {
  read(block): Content {
    if (!isFields(block)) return { kind: 'opaque', native: block }
    if (block.type === 'text' && typeof block.text === 'string') return { kind: 'text', text: block.text }
    return readMedia(block) ?? { kind: 'opaque', native: block }
  },

  write(block, content) {
    if (isFields(block) && block.type === 'text' && content.kind === 'text') return { ...block, text: content.text }
    return chatBlocks.make(content)
  },

  make: (content: Rewrite) =>
    content.kind === 'media' || content.kind === 'opaque' ? content.native : { type: 'text', text: asText(content) },
}

function readMedia(native: Fields): Content | undefined {
  const { type, image_url, input_audio, file } = native
  if (type === 'image_url') {
    const url = isFields(image_url) ? image_url.url : image_url
    if (typeof url === 'string') return mediaFromUrl(url, native, 'image/*')
  }
  if (type === 'input_audio' && isFields(input_audio) && typeof input_audio.data === 'string') {
    return mediaFromBase64(input_audio.data, native, `audio/${stringOr(input_audio.format, '*')}`)
  }
  if (type === 'file' && isFields(file)) {
    const { file_data: data, file_id: id } = file
    if (typeof data === 'string' && !data.startsWith('data:')) return mediaFromBase64(data, native, FILE)
    if (typeof data === 'string') return mediaFromUrl(data, native, FILE)
    if (typeof id === 'string') return mediaFromUrl(id, native, FILE)
  }
  return undefined
}

const FILE = 'application/octet-stream'
