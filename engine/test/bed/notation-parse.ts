/** Reads the notation of fixtures; its grammar is in notation.ts. */
import type { Content, Json } from '../../src/types.js'
import { expand } from './fillers.js'
import { png } from './images.js'
import { media } from './native-plain.js'
import { flagsOf, type Flags } from './flags.js'
import { unescape } from './escapes.js'

export interface PlainCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A message of the plain format, as far as the notation has words for it. */
export interface PlainMessage extends Flags {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | Content[]
  tool_calls?: PlainCall[]
  tool_call_id?: string
  is_error?: boolean
}

export const parse = (text: string): PlainMessage[] => grouped(text).map(message)

/** Each message's lines together, without blank lines and remarks. */
const grouped = (text: string): string[][] => {
  const groups: string[][] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const last = groups.at(-1)
    if (!/^\s/.test(line)) groups.push([line])
    else if (last) last.push(line.trim())
    else throw new SyntaxError(`a part without a message: ${line.trim()}`)
  }
  return groups
}

const HEAD = /^(system|user|assistant|(?:result|error)[ \t]+(\S+))(?:[ \t]+|$)/

const message = ([first = '', ...rest]: string[]): PlainMessage => {
  const { line, flags } = flagsOf(first)
  const [head, word = '', id] = HEAD.exec(line) ?? []
  if (head === undefined) throw new SyntaxError(`a message starts with system, user, assistant, result ID or error ID, not: ${first}`)
  const assistant = word === 'assistant'
  const opening = line.slice(head.length)
  const parts = (opening === '' ? rest : [opening, ...rest]).map((each) => (assistant && callOf(each)) || part(each, assistant))
  const calls = parts.filter((each) => 'function' in each)
  const content = shortest(parts.filter((each) => 'kind' in each))
  if (id === undefined) return { role: word as 'user', content, ...(calls.length > 0 && { tool_calls: calls }), ...flags }
  return { role: 'tool', ...(id !== '-' && { tool_call_id: id }), content, ...(word.startsWith('error') && { is_error: true }), ...flags }
}

/** Most messages are one text, and most programs write that as a string. */
export const shortest = (contents: Content[]): string | Content[] => {
  const [only] = contents
  if (contents.length === 0) return ''
  return contents.length === 1 && only?.kind === 'text' ? only.text : contents
}

/** Arguments start like JSON, so that `call me tomorrow` stays a text. */
export const callOf = (line: string): PlainCall | undefined => {
  const [, id, name, args = ''] = /^call (\S+) (\S+)(?: ([{["].*))?$/s.exec(line) ?? []
  if (id === undefined || name === undefined) return undefined
  // A filler has line breaks; inside JSON they are escaped.
  const written = args.replace(/\([a-z0-9 -]+\)/g, (filler) => JSON.stringify(expand(filler)).slice(1, -1))
  return { id, type: 'function', function: { name, arguments: written } }
}

const part = (line: string, assistant: boolean): Content => {
  const [, word = '', rest = ''] = /^(\w+)(?: (.*))?$/s.exec(line) ?? []
  const size = /^(\d+)x(\d+)$/.exec(rest)
  if (word === 'image' && size) return media(png(Number(size[1]), Number(size[2])))
  if (assistant && (word === 'thinking' || word === 'sealed')) return { kind: 'thinking', text: unescape(rest), sealed: word === 'sealed' }
  if (word === 'data') return { kind: 'data', value: JSON.parse(rest) as Json }
  if (word === 'opaque') return { kind: 'opaque', native: JSON.parse(rest) as Json }
  return { kind: 'text', text: unescape(word === 'text' ? rest : line) }
}
