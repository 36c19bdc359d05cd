/** Tool messages that hold `toolResults`, often with the same once more as JSON in `content`. */
import type { Body, Content, Json, Rewrite } from '../types.js'
import { asText, type Changes, rewriteItems } from './blocks.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { kept } from './result-body.js'

export const hasToolResults = (message: Fields): boolean =>
  message.role === 'tool' && Array.isArray(message.toolResults) && message.toolResults.length > 0

export const readToolResults = (message: Fields): Content[] => (message.toolResults as unknown[]).map(readEntry)

export function writeToolResults(message: Fields, changes: Changes): Fields {
  const entries = message.toolResults as readonly unknown[]
  const written = { ...message, toolResults: rewriteItems(entries, 0, changes, writeEntry) }
  const copies = copiesIn(message.content, entries)
  return copies ? { ...written, content: JSON.stringify(rewriteItems(copies, 0, changes, writeEntry)) } : written
}

function readEntry(entry: unknown): Content {
  if (!isFields(entry)) return { kind: 'opaque', native: entry }
  // Without an id it answers no call: it is what the tool said, and no more.
  if (typeof entry.toolCallId !== 'string') return { kind: 'data', value: entry as Json }
  const tool = stringOr(entry.toolName ?? entry.name, '')
  return { kind: 'result', callId: entry.toolCallId, tool, body: bodyOf(entry), error: entry.success === false }
}

const bodyOf = (entry: Fields): Body[] => [{ kind: 'data', value: entry as Json }]

function writeEntry(entry: unknown, change: Rewrite): unknown {
  if (!isFields(entry)) return entry
  const bodies = change.kind === 'result' ? change.body : [change]
  const whole = bodies.map((body) => (body.kind === 'keep' ? kept(bodyOf(entry), body.index) : body))
  const [only] = whole
  if (whole.length === 1 && only?.kind === 'data' && isFields(only.value) && idOf(only.value) === idOf(entry)) return only.value
  return { ...identityOf(entry), [entry.success === false ? 'error' : 'output']: whole.map(asText).join('\n') }
}

/** What stays of an entry when all it says is replaced. */
const IDENTITY = new Set(['toolCallId', 'toolName', 'name', 'success'])
const identityOf = (entry: Fields): Fields => Object.fromEntries(Object.entries(entry).filter(([key]) => IDENTITY.has(key)))

/** The entries as `content` repeats them, if it does; cleaned copies count too. */
function copiesIn(content: unknown, entries: readonly unknown[]): readonly unknown[] | undefined {
  if (typeof content !== 'string' || !content.trimStart().startsWith('[')) return undefined
  const copies = parse(content)
  return Array.isArray(copies) && copies.length === entries.length && copies.every((copy, i) => idOf(copy) === idOf(entries[i]))
    ? copies
    : undefined
}

const idOf = (entry: unknown): unknown => (isFields(entry) ? entry.toolCallId : undefined)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
