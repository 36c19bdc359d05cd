/** Digest and tokens of content: counted once per text, however often it is read. */
import type { Body, Content, Counter, Draft, Part, Rewrite } from '../types.js'
import { hash } from './hash.js'
import { partId } from './ids.js'

/** What providers add around a message, a call and a result; close enough until usage is reported. */
const MESSAGE_TOKENS = 4
const CALL_TOKENS = 8
const RESULT_TOKENS = 5

const SEED = { text: 1, data: 2, media: 3, thinking: 4, call: 5, result: 6, opaque: 7 } as const

export interface Measured {
  digest: string
  tokens: number
}

export class Measure {
  /** `counts`: tokens by digest of the text; it outlives a reading, so a cloned history is hashed, not counted anew. */
  constructor(
    readonly counter: Counter,
    readonly counts: Map<string, number> = new Map(),
  ) {}

  /** Written out by kind: this runs for every part of every message, and a spread is several times slower. */
  part(content: Content, id: string): Part {
    const { digest, tokens } = this.content(content)
    switch (content.kind) {
      case 'text':
        return { kind: 'text', text: content.text, id, digest, tokens }
      case 'call':
        return { kind: 'call', callId: content.callId, tool: content.tool, args: content.args, id, digest, tokens }
      case 'result':
        return { kind: 'result', callId: content.callId, tool: content.tool, body: content.body, error: content.error, id, digest, tokens }
      default:
        return { ...content, id, digest, tokens }
    }
  }

  content(content: Content): Measured {
    switch (content.kind) {
      case 'text':
      case 'data':
      case 'media':
        return this.body(content)
      case 'thinking':
        return this.text(content.text, SEED.thinking)
      case 'call': {
        const measured = this.text(`${content.tool}\n${content.args.text}`, SEED.call)
        return { digest: measured.digest, tokens: measured.tokens + CALL_TOKENS }
      }
      case 'result': {
        let tokens = RESULT_TOKENS
        let digests = content.error ? 'error' : ''
        for (const body of content.body) {
          const measured = this.body(body)
          tokens += measured.tokens
          digests += measured.digest
        }
        return { digest: hash(digests, SEED.result), tokens }
      }
      case 'opaque':
        return this.text(canonical(content.native), SEED.opaque)
    }
  }

  /** Tokens of any value as text, for what is not messages. */
  json(value: unknown): Measured {
    return this.text(canonical(value), SEED.data)
  }

  draft(draft: Draft, id: string): { parts: Part[]; tokens: number } {
    let tokens = MESSAGE_TOKENS
    const parts: Part[] = []
    for (const content of draft.parts) {
      const part = this.part(content, partId(id, parts.length))
      tokens += part.tokens
      parts.push(part)
    }
    return { parts, tokens }
  }

  private body(body: Body): Measured {
    if (body.kind === 'text') return this.text(body.text, SEED.text)
    if (body.kind === 'data') return this.text(canonical(body.value), SEED.data)
    return { digest: hash(body.source, SEED.media), tokens: this.counter.media(body.mime, body.bytes) }
  }

  private text(text: string, seed: number): Measured {
    const digest = hash(text, seed)
    let tokens = this.counts.get(digest)
    if (tokens === undefined) {
      tokens = this.counter.count(text)
      this.counts.set(digest, tokens)
    }
    return { digest, tokens }
  }
}

/** The content a rewrite stands for, with kept bodies taken from the original. */
export function resolve(rewrite: Rewrite, original: Content): Content {
  if (rewrite.kind !== 'result') return rewrite
  const bodies = original.kind === 'result' ? original.body : []
  const body = rewrite.body.flatMap((item) => (item.kind === 'keep' ? (bodies[item.index] ?? []) : item))
  return { ...rewrite, body }
}

/** Cache markers come and go without changing what a message says. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, (key, item) => (key === 'cache_control' ? undefined : item)) ?? ''
}
