/** What a tool answered, as the AI SDK tells it: text, JSON, a list of content, an error of either kind, or a refusal. */
import type { Body, Content, Json, Rewrite } from '../types.js'
import { asText, type Blocks } from './blocks.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { readMedia } from './ai-sdk-media.js'
import { kept, readBody, writeBody } from './result-body.js'

export function readResult(part: Fields): Content {
  const output = isFields(part.output) ? part.output : {}
  const error = output.type === 'error-text' || output.type === 'error-json' || output.type === 'execution-denied'
  return { kind: 'result', callId: stringOr(part.toolCallId, ''), tool: stringOr(part.toolName, ''), body: bodyOf(output), error }
}

export function writeResult(part: Fields, change: Rewrite): Fields {
  return { ...part, output: writeOutput(isFields(part.output) ? part.output : {}, change) }
}

export const makeResult = (result: Rewrite & { kind: 'result' }): Fields => ({
  type: 'tool-result',
  toolCallId: result.callId,
  toolName: result.tool,
  output: writeOutput({ type: result.error ? 'error-text' : 'text', value: '' }, result),
})

function bodyOf(output: Fields): Body[] {
  if (output.type === 'execution-denied') return readBody(output.reason, contentBlocks)
  if (output.type === 'json' || output.type === 'error-json') return [{ kind: 'data', value: (output.value ?? null) as Json }]
  return readBody(output.value, contentBlocks)
}

function writeOutput(output: Fields, change: Rewrite): Fields {
  const originals = bodyOf(output)
  if (output.type === 'content') return { ...output, value: asList(writeBody(output.value, change, contentBlocks)) }
  const bodies = change.kind === 'result' ? change.body : [change]
  const whole = bodies.map((body) => (body.kind === 'keep' ? kept(originals, body.index) : body))
  const [only] = whole
  const json = String(output.type).endsWith('json')
  if (json && whole.length === 1 && only?.kind === 'data') return { ...output, value: only.value }
  if (whole.some((body) => body.kind === 'media')) return { ...output, type: 'content', value: whole.map(contentBlocks.make) }
  const text = whole.map(asText).join('\n')
  if (output.type === 'execution-denied') return { ...output, reason: text }
  return { ...output, type: json ? (output.type === 'json' ? 'text' : 'error-text') : output.type, value: text }
}

/** Nothing at all is written as an empty string, and a list stays a list. */
const asList = (value: unknown): unknown => (Array.isArray(value) ? value : [])

const contentBlocks: Blocks = {
  read(block): Content {
    if (!isFields(block)) return { kind: 'opaque', native: block }
    if (block.type === 'text' && typeof block.text === 'string') return { kind: 'text', text: block.text }
    return readMedia(block) ?? { kind: 'opaque', native: block }
  },
  write: (_, content) => contentBlocks.make(content),
  make: (content) => (content.kind === 'media' || content.kind === 'opaque' ? content.native : { type: 'text', text: asText(content) }),
}
