/** A rough count without a vocabulary: good to some ten percent, replaced by the exact counter where one is loaded. */
import type { Counter } from '../types.js'

/** About four letters of Latin text or code make a token; a CJK character is about one. */
const CHARS_PER_TOKEN = 4

/** An image has no text to count; providers bill about this many tokens for one at full size. */
const IMAGE_TOKENS = 1_200
/** A page of a document is some 3 kB of text in some 60 kB of file. */
const DOCUMENT_BYTES_PER_TOKEN = 20

export const estimate: Counter = {
  name: 'estimate',
  counted: 'estimated',
  count(text) {
    let wide = 0
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x2e7f) wide++
    return Math.ceil((text.length - wide) / CHARS_PER_TOKEN + wide)
  },
  media(mime, bytes) {
    return mime.startsWith('image/') ? IMAGE_TOKENS : Math.max(IMAGE_TOKENS, Math.ceil(bytes / DOCUMENT_BYTES_PER_TOKEN))
  },
}
