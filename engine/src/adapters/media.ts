/** Media as it stands in requests: base64, data URLs, links. */
import type { ContentOf } from '../types.js'

/** From a URL; a link to somewhere else tells neither its type nor its size. */
export function mediaFromUrl(url: string, native: unknown, mime: string): ContentOf<'media'> {
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1
  if (comma < 0) return { kind: 'media', mime, bytes: 0, source: url, native }
  const [type, ...flags] = url.slice('data:'.length, comma).split(';')
  const bytes = flags.includes('base64') ? decodedSize(url, comma + 1) : url.length - comma - 1
  return { kind: 'media', mime: type || mime, bytes, source: url, native }
}

export const mediaFromBase64 = (data: string, native: unknown, mime: string): ContentOf<'media'> => ({
  kind: 'media',
  mime,
  bytes: decodedSize(data),
  source: data,
  native,
})

/** From bytes; read as Latin-1 they are the text that tells one picture from another. */
export function mediaFromBytes(data: ArrayBuffer | ArrayBufferView, native: unknown, mime: string): ContentOf<'media'> {
  const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
  let source = ''
  // Few enough at a time to be arguments of one call.
  for (let at = 0; at < bytes.length; at += 8192) source += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return { kind: 'media', mime, bytes: bytes.length, source, native }
}

/** Bytes of the base64 text that begins at `from`, without decoding it. */
function decodedSize(text: string, from = 0): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor(((text.length - from - padding) * 3) / 4))
}
