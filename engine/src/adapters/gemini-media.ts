/** Media of Gemini, in a content's parts and in a function's response. */
import type { ContentOf } from '../types.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { mediaFromBase64, mediaFromUrl } from './media.js'

export function readMedia(native: Fields): ContentOf<'media'> | undefined {
  const { inlineData, fileData } = native
  if (isFields(inlineData)) return mediaFromBase64(stringOr(inlineData.data, ''), native, stringOr(inlineData.mimeType, FILE))
  if (isFields(fileData)) return mediaFromUrl(stringOr(fileData.fileUri, ''), native, stringOr(fileData.mimeType, FILE))
  return undefined
}

const FILE = 'application/octet-stream'
