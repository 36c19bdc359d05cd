/** Writes tool results as short lines: what came of each call, and where its files are. */
import type { Body, Edit, Json, Message, PartOf, Pass } from '../types.js'
import { isPinned } from '../core/budget.js'
import { rewriteBodies } from './bodies.js'
import { sanitizeText, sanitizeToolResult } from './sanitize.js'

/** What a tool came back with; some programs say `output`, others `content`. */
export interface ToolResult {
  toolCallId?: string
  success: boolean
  output?: unknown
  content?: unknown
  error?: unknown
  metadata?: { imagePath?: unknown; filePath?: unknown; generationTimeMs?: unknown; [field: string]: unknown }
}

export const formatResults = (): Pass => ({
  name: 'format-results',
  when: 'arrival',
  *run(_, { fresh, pins }) {
    for (const message of fresh) {
      const told = message.parts.filter((part) => part.kind === 'text' || part.kind === 'data')
      const unasked = message.role === 'tool' && told.length > 0 && told.length === message.parts.length
      if (unasked && !isPinned(message, pins)) yield* asUser(message, told)
      for (const part of message.parts) {
        const content = part.kind === 'result' ? rewriteBodies(part, shortBody) : null
        if (content) yield { op: 'replace', target: part.id, content, recall: true, reason: 'tool results as short lines' }
      }
    }
  },
})

/** One entry a result, a blank line between them. */
export function formatToolResults(results: readonly ToolResult[]): string {
  return results.map(format).join('\n\n')
}

function format({ toolCallId, success, output, content, error, metadata }: ToolResult): string {
  if (!success) return `✗ ${toolCallId}: ${said(error) || 'Failed'}`
  const { imagePath, filePath, generationTimeMs } = metadata ?? {}
  const lines = [`✓ ${toolCallId}: ${said(output ?? content) || 'Success'}`]
  if (imagePath) lines.push(`  → Image saved: ${said(imagePath)}`)
  if (filePath) lines.push(`  → File: ${said(filePath)}`)
  if (generationTimeMs) lines.push(`  → Time: ${said(generationTimeMs)}ms`)
  return lines.join('\n')
}

const said = (value: unknown): string => (typeof value === 'string' ? value : (value ?? '') === '' ? '' : JSON.stringify(value))

/** A tool message that answers no call is one no provider takes: the user says what it said. */
function* asUser({ id }: Message, told: readonly PartOf<'text' | 'data'>[]): Iterable<Edit> {
  const text = told.map((part) => shortText(part)).join('\n\n')
  if (text.trim() === '') return
  const reason = 'tool results as the user says them'
  const draft = { role: 'user' as const, parts: [{ kind: 'text' as const, text: `Tool results:\n${text}` }] }
  yield { op: 'insert', id: `${id}-told`, after: id, draft, reason }
  for (const part of told) yield { op: 'drop', target: part.id, reason }
}

function shortText(part: PartOf<'text' | 'data'>): string {
  const results = resultsIn(part.kind === 'text' ? parsed(part.text) : part.value)
  if (results) return formatToolResults(results)
  return part.kind === 'text' ? sanitizeText(part.text) : said(sanitizeToolResult(part.value))
}

function shortBody(body: Body): Body {
  if (body.kind === 'media') return body
  const results = resultsIn(body.kind === 'text' ? parsed(body.text) : body.value)
  if (!results || results.some(isFormatted)) return body
  if (body.kind === 'text') return { kind: 'text', text: formatToolResults(results) }
  // Data stays data of the same shape: whoever stores it reads it back.
  const value = results.map((result) => {
    const identity = Object.entries(result).filter(([field]) => IDENTITY.has(field))
    return { ...Object.fromEntries(identity), [result.success ? 'output' : 'error']: format(result) } as Json
  })
  return { kind: 'data', value: Array.isArray(body.value) ? value : (value[0] as Json) }
}

const isFormatted = ({ toolCallId, success, output, error }: ToolResult): boolean =>
  said(success ? output : error).startsWith(`${success ? '✓' : '✗'} ${toolCallId}: `)

/** Without their binary; undefined for anything else, and for results that say more than the lines would. */
function resultsIn(value: unknown): ToolResult[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  return list.length > 0 && list.every(isToolResult) ? list.map((result) => sanitizeToolResult(result)) : undefined
}

const IDENTITY = new Set(['toolCallId', 'toolName', 'name', 'success'])
const FIELDS = new Set([...IDENTITY, 'output', 'content', 'error', 'metadata', 'duration'])

function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null) return false
  const { toolCallId, success, metadata = {} } = value as ToolResult
  if (typeof toolCallId !== 'string' || typeof success !== 'boolean' || typeof metadata !== 'object') return false
  return Object.keys(value).every((field) => FIELDS.has(field))
}

function parsed(text: string): unknown {
  if (!text.includes('"toolCallId"')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
