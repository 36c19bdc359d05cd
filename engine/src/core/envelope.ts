/** The envelope: everything in a request that is not messages, counted once per object. */
import type { Envelope, Opened } from '../types.js'
import { hash } from './hash.js'
import type { Measure, Measured } from './measure.js'

const NOTHING: Measured = { digest: '', tokens: 0 }

/** Tool definitions are long and seldom change: the same object is not serialised again. */
export class Envelopes {
  private readonly measured = new WeakMap<object, Measured>()

  constructor(private readonly measure: Measure) {}

  of(opened: Opened<unknown>): Envelope {
    const model = opened.model ?? ''
    const system = this.weigh(opened.system)
    const tools = this.weigh(opened.tools)
    return {
      provider: opened.provider,
      model,
      digest: hash(`${system.digest} ${tools.digest}`),
      system: system.tokens,
      tools: tools.tokens,
      recall: opened.toolNames?.includes('recall') ?? false,
      heldByServer: opened.heldByServer ?? false,
      boundThinking: opened.boundThinking ?? false,
    }
  }

  private weigh(value: unknown): Measured {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return NOTHING
    if (typeof value !== 'object') return this.measure.json(value)
    const known = this.measured.get(value)
    if (known) return known
    const measured = this.measure.json(value)
    this.measured.set(value, measured)
    return measured
  }
}
