/** Cuts a long tool result before it is sent for the first time: head and tail stay, and the lines that tell of errors. */
import type { Edit, Locale, Pass, PartOf } from '../types.js'
import { countLines, cutAfter, cutBefore } from '../core/text.js'
import { reference } from './reference.js'

export interface Limits {
  maxChars?: number
  maxLines?: number
  /** A single line longer than this is cut in its middle. */
  maxLineChars?: number
  strategy?: 'head_tail' | 'head_only' | 'none'
}

export interface LimitOutputOptions extends Limits {
  /** Limits of single tools; what they leave open follows the others. */
  tools?: { [tool: string]: Limits }
}

interface Cut {
  chars: number
  lines: number
  ref: string
}

const TEXTS: Record<Locale, (cut: Cut) => string> = {
  en: ({ chars, lines, ref }) => `... [cut ${chars} characters / ${lines} lines${ref}] ...`,
  'zh-CN': ({ chars, lines, ref }) => `... [截断了 ${chars} 字符 / ${lines} 行${ref}] ...`,
}

const ERROR_LINE = /\b(?:error|exception|fatal|panic|traceback|failed|failure)\b|错误|失败|异常/i
/** Error lines from the middle may take this share of the limit. */
const ERROR_SHARE = 0.1

export const limitOutput = (options: LimitOutputOptions = {}): Pass => ({
  name: 'limit-output',
  when: 'arrival',
  *run(view, { fresh, locale }) {
    for (const message of fresh) {
      for (const part of message.parts) {
        if (part.kind !== 'result') continue
        const say = (chars: number, lines: number) => TEXTS[locale]({ chars, lines, ref: reference(part.id, view, locale) })
        yield* limit(part, { ...options, ...options.tools?.[part.tool] }, say)
      }
    }
  },
})

type Say = (chars: number, lines: number) => string

function* limit(part: PartOf<'result'>, limits: Limits, say: Say): Iterable<Edit> {
  const body = part.body.map((item, index) => {
    const text = item.kind === 'text' ? shorten(item.text, limits, say) : ''
    return item.kind !== 'text' || text === item.text ? { kind: 'keep' as const, index } : { kind: 'text' as const, text }
  })
  if (body.every((item) => item.kind === 'keep')) return
  const { callId, tool, error } = part
  yield { op: 'replace', target: part.id, content: { kind: 'result', callId, tool, error, body }, recall: true, reason: 'long output' }
}

/** Within all limits, or as it was; never longer. One cut can break another limit by its marker: a few turns settle that. */
export function shorten(text: string, limits: Limits, say: Say): string {
  const { maxChars = Infinity, maxLines = Infinity, maxLineChars = Infinity, strategy = 'head_tail' } = limits
  if (strategy === 'none') return text
  let out = text
  for (let turn = 0; turn < 4; turn++) {
    const before = out
    if (out.length > maxLineChars) out = cutLongLines(out, maxLineChars, say)
    if (out.length > maxChars) out = cutChars(out, maxChars, strategy, say)
    if (countLines(out) > maxLines) out = cutLines(out, maxLines, strategy, say)
    if (out === before) break
  }
  return out.length < text.length ? out : text
}

function cutLongLines(text: string, max: number, say: Say): string {
  const lines = text.split('\n')
  if (!lines.some((line) => line.length > max)) return text
  return lines.map((line) => (line.length > max ? middle(line, max, 0.5, (removed) => say(removed.length, 0)) : line)).join('\n')
}

function cutChars(text: string, max: number, strategy: Limits['strategy'], say: Say): string {
  const share = strategy === 'head_only' ? 1 : 0.5
  return middle(text, max, share, (removed, room) => {
    const errors = strategy === 'head_only' ? [] : errorLines(removed.split('\n'), room)
    const marker = say(removed.length - errors.join('\n').length, countLines(removed) - errors.length)
    return `\n\n${[marker, ...errors].join('\n')}\n\n`
  })
}

function cutLines(text: string, max: number, strategy: Limits['strategy'], say: Say): string {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const room = Math.max(1, max - 1)
  const head = strategy === 'head_only' ? room : Math.ceil(room / 2)
  const removed = lines.slice(head, lines.length - (room - head))
  const errors = strategy === 'head_only' ? [] : removed.filter((line) => ERROR_LINE.test(line)).slice(0, Math.trunc(max * ERROR_SHARE))
  const start = Math.max(1, head - errors.length)
  const cut = lines.slice(start, lines.length - (room - head))
  const gone = cut.length - errors.length
  const chars = cut.join('\n').length - errors.join('\n').length
  return [...lines.slice(0, start), say(chars, gone), ...errors, ...lines.slice(lines.length - (room - head))].join('\n')
}

/** Head and tail around what `instead` says of the removed middle; at most `max` characters. */
function middle(text: string, max: number, headShare: number, instead: (removed: string, errorRoom: number) => string): string {
  const errorRoom = Math.trunc(max * ERROR_SHARE)
  let room = Math.max(0, max - instead(text, errorRoom).length)
  for (;;) {
    const head = cutBefore(text, Math.trunc(room * headShare))
    const tail = cutAfter(text, text.length - Math.trunc(room * (1 - headShare)))
    const out = text.slice(0, head) + instead(text.slice(head, tail), errorRoom) + text.slice(tail)
    if (out.length <= max || room === 0) return out.length < text.length ? out : text
    room = Math.max(0, room - (out.length - max))
  }
}

function errorLines(lines: readonly string[], room: number): string[] {
  const kept: string[] = []
  let left = room
  for (const line of lines) {
    if (!ERROR_LINE.test(line) || line.length + 1 > left) continue
    kept.push(line)
    left -= line.length + 1
  }
  return kept
}
