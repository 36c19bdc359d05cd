/** Takes base64 out of text before it is sent for the first time. Native images and documents are not text and stay. */
import type { Body, Edit, Json, Keep, Locale, Message, Part, Pass, Rewrite } from '../types.js'
import { findBinary, type Run } from './binary.js'
import { reference } from './reference.js'

export interface StripBinaryOptions {
  /** Runs of base64 shorter than this are left alone. */
  minChars?: number
}

const TEXTS: Record<Locale, (what: string, size: string, ref: string) => string> = {
  en: (what, size, ref) => `[${what} left out: ${size}${ref}]`,
  'zh-CN': (what, size, ref) => `[已省略 ${what}：${size}${ref}]`,
}

export const stripBinary = ({ minChars = 1_000 }: StripBinaryOptions = {}): Pass => ({
  name: 'strip-binary',
  when: 'arrival',
  *run(view, { fresh, locale }) {
    for (const message of fresh) {
      for (const part of message.parts) {
        const placeholder = (run: Run) => TEXTS[locale](run.mime, kilobytes(run), reference(part.id, view, locale))
        yield* strip(message, part, (text) => cleaned(text, minChars, placeholder))
      }
    }
  },
})

type Clean = (text: string) => string

function* strip(message: Message, part: Part, clean: Clean): Iterable<Edit> {
  if (message.role === 'system' || message.role === 'assistant') return
  const content = rewritten(part, clean)
  if (content) yield { op: 'replace', target: part.id, content, recall: true, reason: 'binary in text' }
}

function rewritten(part: Part, clean: Clean): Rewrite | null {
  if (part.kind === 'text') {
    const text = clean(part.text)
    return text === part.text ? null : { kind: 'text', text }
  }
  if (part.kind !== 'result') return null
  const body = part.body.map((item, index) => cleanBody(item, index, clean))
  if (body.every((item) => item.kind === 'keep')) return null
  return { kind: 'result', callId: part.callId, tool: part.tool, error: part.error, body }
}

function cleanBody(body: Body, index: number, clean: Clean): Body | Keep {
  if (body.kind === 'text') {
    const text = clean(body.text)
    return text === body.text ? { kind: 'keep', index } : { kind: 'text', text }
  }
  if (body.kind === 'data') {
    const value = cleanJson(body.value, clean)
    return value === body.value ? { kind: 'keep', index } : { kind: 'data', value }
  }
  return { kind: 'keep', index }
}

/** The same value when nothing in it is binary. */
function cleanJson(value: Json, clean: Clean): Json {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => cleanJson(item, clean))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, item]) => [key, cleanJson(item, clean)] as const)
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries)
}

function cleaned(text: string, minChars: number, placeholder: (run: Run) => string): string {
  let out = ''
  let from = 0
  for (const run of findBinary(text, minChars)) {
    const words = placeholder(run)
    if (words.length >= run.to - run.from) continue
    out += text.slice(from, run.from) + words
    from = run.to
  }
  return from === 0 ? text : out + text.slice(from)
}

function kilobytes({ from, to }: Run): string {
  return `${((to - from) / 1024).toFixed(1)}KB`
}
