/** Writes the notation of fixtures; its grammar is in notation.ts. */
import type { Content } from '../../src/types.js'
import { escape } from './escapes.js'
import { collapse } from './fillers.js'
import { printFlags } from './flags.js'
import { sizeOf } from './images.js'
import { callOf, type PlainCall, type PlainMessage } from './notation-parse.js'

/** Texts start in this column. */
const COLUMN = 'assistant  '.length

/** `ids` are the message ids by place in the input; wherever one stands it is printed as `$3`. An empty id stands for none. */
export const print = (messages: readonly PlainMessage[], ids: readonly string[] = []): string => {
  const named = ids.map((id, i) => ({ id, name: `$${i + 1}` })).filter(({ id }) => id !== '')
  // The longer id first: one may begin like another.
  named.sort((a, b) => b.id.length - a.id.length)
  return messages.map((message) => named.reduce((text, { id, name }) => text.replaceAll(id, () => name), printMessage(message))).join('\n')
}

const printMessage = (message: PlainMessage): string => {
  const { role, content, tool_calls = [], tool_call_id = '-', is_error } = message
  const contents: Content[] = typeof content !== 'string' ? content : content === '' ? [] : [{ kind: 'text', text: content }]
  const [first = '', ...rest] = [...contents.map((part) => printPart(part, role === 'assistant')), ...tool_calls.map(printCall)]
  const head = role === 'tool' ? `${is_error ? 'error' : 'result'} ${tool_call_id}` : role
  const opening = first === '' ? head : `${head} `.padEnd(COLUMN) + first
  return [opening + printFlags(message), ...rest.map((part) => ' '.repeat(COLUMN) + part)].join('\n')
}

const printPart = (part: Content, assistant: boolean): string => {
  switch (part.kind) {
    case 'text': {
      const text = escape(part.text)
      return text === '' || readsAsPart(text, assistant) ? `text ${text}`.trimEnd() : text
    }
    case 'thinking':
      return `${part.sealed ? 'sealed' : 'thinking'} ${escape(part.text)}`.trimEnd()
    case 'data':
      return `data ${JSON.stringify(part.value)}`
    case 'opaque':
      return `opaque ${JSON.stringify(part.native)}`
    case 'media': {
      const size = sizeOf(part.source)
      if (size !== undefined) return `image ${size}`
      return `opaque ${JSON.stringify(part)}`
    }
    default:
      return `opaque ${JSON.stringify(part)}`
  }
}

const readsAsPart = (text: string, assistant: boolean): boolean =>
  /^(?:text|data|opaque)(?: |$)|^image \d+x\d+$/.test(text) ||
  (assistant && (/^(?:thinking|sealed)(?: |$)/.test(text) || callOf(text) !== undefined))

const printCall = ({ id, function: { name, arguments: args } }: PlainCall): string => `call ${id} ${name} ${printArgs(args)}`.trimEnd()

/** Fillers are looked for in the strings as they are without their escapes. */
const printArgs = (args: string): string =>
  args.replace(/"(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/gu, (literal) => {
    const pieces = collapse(JSON.parse(literal) as string)
    if (!pieces.some(({ filler }) => filler)) return literal
    return `"${pieces.map(({ text, filler }) => (filler ? text : JSON.stringify(text).slice(1, -1))).join('')}"`
  })
