/** Takes binary out of tool results before they are sent for the first time: known fields by name, long base64 by its look. */
import type { Body, Json, Message, Part, Pass, Rewrite } from '../types.js'
import { findBinary } from './binary.js'
import { rewriteBodies, rewriteTexts, rewriteValue } from './bodies.js'

/** Fields that hold binary, whatever their size. */
export const LARGE_DATA_FIELDS: readonly string[] = ['imageBase64', 'screenshotData', 'pdfImages', 'audioData', 'videoData']

/** Strings and runs of base64 in other places are left alone up to so many characters. */
export const SIZE_THRESHOLD = 10_000

export const sanitize = (): Pass => ({
  name: 'sanitize',
  when: 'arrival',
  *run(_, { fresh }) {
    for (const message of fresh) {
      for (const part of message.parts) {
        const content = sanitized(message, part)
        if (content) yield { op: 'replace', target: part.id, content, recall: true, reason: 'binary in text' }
      }
    }
  },
})

/** The result without its binary; the result itself when it has none. */
export function sanitizeToolResult<T>(result: T): T {
  return rewriteValue(result, clean) as T
}

/** A result, or a list of them, written as JSON; a text that is no JSON comes back as it was. */
export function sanitizeToolResultsJson(content: string): string {
  try {
    const results: unknown = JSON.parse(content)
    const sanitizedResults = sanitizeToolResult(results)
    return sanitizedResults === results ? content : JSON.stringify(sanitizedResults)
  } catch {
    return content
  }
}

/** Texts of any kind: JSON of results, or words with base64 between them. */
export function sanitizeText(text: string): string {
  const named = LARGE_DATA_FIELDS.some((field) => text.includes(`"${field}"`))
  return withoutBinary(named ? sanitizeToolResultsJson(text) : text)
}

function sanitized({ role }: Message, part: Part): Rewrite | null {
  if (role === 'system' || role === 'assistant') return null
  if (part.kind === 'result') return rewriteBodies(part, sanitizeBody)
  if (part.kind !== 'text') return null
  const text = sanitizeText(part.text)
  return text === part.text ? null : { kind: 'text', text }
}

function sanitizeBody(body: Body): Body {
  if (body.kind !== 'data') return rewriteTexts(body, sanitizeText)
  const value = sanitizeToolResult<Json>(body.value)
  return value === body.value ? body : { kind: 'data', value }
}

function clean(value: unknown, field: string): unknown {
  const known = LARGE_DATA_FIELDS.includes(field)
  if (typeof value === 'string') return known ? filtered(value) : withoutBinary(value)
  if (!ArrayBuffer.isView(value) || !(known || value.byteLength > SIZE_THRESHOLD)) return value
  return known ? BINARY(value.byteLength) : LARGE(value.byteLength)
}

const BINARY = (length: number) => `[BINARY_DATA_FILTERED: ${kilobytes(length)}]`
const LARGE = (length: number) => `[LARGE_DATA_FILTERED: ${kilobytes(length)}]`
const kilobytes = (length: number) => `${(length / 1024).toFixed(1)}KB`

const PLACEHOLDER = /^\[(?:BINARY|LARGE)_DATA_FILTERED: \d+\.\dKB\]$/

/** What is no longer than its placeholder stays: a field so small is none that hurts. */
function filtered(value: string): string {
  const placeholder = BINARY(value.length)
  return value.length <= placeholder.length || PLACEHOLDER.test(value) ? value : placeholder
}

/** A data URL that is not base64: escaped, so it has no spaces and its end is that of the string. */
const WHOLE_DATA_URL = /^data:[^,\s]*,\S*$/
const WHOLE_BASE64 = /^[A-Za-z0-9+/=]{1000,}$/

function withoutBinary(text: string): string {
  if (text.length <= SIZE_THRESHOLD || !mayHoldBinary(text)) return text
  // Told without counting all of it: a string that is nothing else.
  if (WHOLE_BASE64.test(text) && findBinary(text.slice(0, 1_000), 1_000).length > 0) return LARGE(text.length)
  let out = ''
  let from = 0
  for (const run of findBinary(text, SIZE_THRESHOLD + 1)) {
    const length = run.to - run.from
    // Data URLs are found from a few hundred characters on.
    if (length <= SIZE_THRESHOLD) continue
    out += text.slice(from, run.from) + LARGE(length)
    from = run.to
  }
  if (from > 0) return out + text.slice(from)
  return text.startsWith('data:') && WHOLE_DATA_URL.test(text) ? LARGE(text.length) : text
}

/** Base64 has no shorter lines than this, so a run over the threshold shows at one of a few places; words are told from it at once. */
const LINE = /[\w+/\\-]{60}/

function mayHoldBinary(text: string): boolean {
  if (text.startsWith('data:')) return true
  for (let at = 0; at < text.length; at += SIZE_THRESHOLD >> 1) if (LINE.test(text.slice(at, at + 200))) return true
  return false
}
