/** What a tool answered: a string or a list of blocks, as bodies and back. */
import { ShapeError } from '../errors.js'
import type { Body, ContentOf, Json, Rewrite } from '../types.js'
import { asText, type Blocks } from './blocks.js'
import { isFields } from './fields.js'

export function readBody(content: unknown, blocks: Blocks): Body[] {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!Array.isArray(content)) return [{ kind: 'data', value: content as Json }]
  return content.map((block) => {
    const body = blocks.read(block)
    return isBody(body) ? body : { kind: 'data', value: block as Json }
  })
}

/** A string stays a string where the new bodies allow it. */
export function writeBody(original: unknown, change: Rewrite, blocks: Blocks): unknown {
  const bodies = change.kind === 'result' ? change.body : [change]
  if (bodies.length === 0) return ''
  if (Array.isArray(original)) {
    return bodies.map((body) => {
      if (body.kind === 'keep') return kept(original, body.index)
      return isBlockOf(original, body, blocks) ? body.value : blocks.make(body)
    })
  }
  const only = readBody(original, blocks)
  const whole = bodies.map((body) => (body.kind === 'keep' ? kept(only, body.index) : body))
  return whole.some((body) => body.kind === 'media') ? whole.map((body) => blocks.make(body)) : whole.map(asText).join('\n')
}

export function kept<T>(originals: readonly T[], index: number): T {
  if (index in originals) return originals[index] as T
  throw new ShapeError(`a rewritten result keeps body ${index}, the original has ${originals.length}`)
}

/** Data read from a block the adapter does not know goes back as such a block. */
function isBlockOf(originals: readonly unknown[], body: Rewrite, blocks: Blocks): body is ContentOf<'data'> {
  if (body.kind !== 'data' || !isFields(body.value)) return false
  const { type } = body.value
  return (
    typeof type === 'string' && originals.some((block) => isFields(block) && block.type === type && blocks.read(block).kind === 'opaque')
  )
}

const isBody = (content: { kind: string }): content is Body =>
  content.kind === 'text' || content.kind === 'data' || content.kind === 'media'
