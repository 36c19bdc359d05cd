/** Files and images of the AI SDK: text, bytes, URLs, and what a provider keeps. */
import type { ContentOf } from '../types.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { mediaFromBase64, mediaFromBytes, mediaFromUrl } from './media.js'

/** Parts of messages and of tool outputs that are media. */
export function readMedia(part: Fields): ContentOf<'media'> | undefined {
  const { type, image, data, url, fileId, providerReference } = part
  const mime = stringOr(part.mediaType, typeof type === 'string' && type.startsWith('image') ? 'image/*' : FILE)
  switch (type) {
    case 'image':
      return mediaOf(image, part, mime)
    case 'file':
    case 'file-data':
    case 'image-data':
      return mediaOf(data, part, mime)
    case 'file-url':
    case 'image-url':
      return mediaOf(url, part, mime)
    case 'file-id':
    case 'image-file-id':
      return mediaOf(fileId, part, mime)
    case 'file-reference':
    case 'image-file-reference':
      return mediaOf(providerReference, part, mime)
    default:
      return undefined
  }
}

const FILE = 'application/octet-stream'

function mediaOf(data: unknown, native: Fields, mime: string): ContentOf<'media'> | undefined {
  if (typeof data === 'string') return /^(data|https?):/.test(data) ? mediaFromUrl(data, native, mime) : mediaFromBase64(data, native, mime)
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return mediaFromBytes(data, native, mime)
  if (!isFields(data)) return undefined
  if (typeof data.href === 'string') return mediaFromUrl(data.href, native, mime)
  if (data.type === 'data') return mediaOf(data.data, native, mime)
  if (data.type === 'url') return mediaOf(data.url, native, mime)
  if (data.type === 'text' && typeof data.text === 'string')
    return { kind: 'media', mime, bytes: data.text.length, source: data.text, native }
  return mediaFromUrl(JSON.stringify(data), native, mime)
}
