/** A reading of the history: native messages with ids, digests and tokens, grouped in rounds. It grows with the history. */
import type { Adapter, Id, Message } from '../types.js'
import { ShapeError } from '../errors.js'
import { digestOf, nameOf, unique } from './ids.js'
import type { Measure } from './measure.js'
import { Rounds, speaks } from './rounds.js'

export class Reading {
  readonly natives: unknown[] = []
  readonly messages: Message[] = []
  readonly rounds = new Rounds()
  /** Ids of messages and of parts -> position of the message. */
  readonly positions = new Map<Id, number>()
  tokens = 0
  /** The latest time any message carries. */
  newest: number | undefined
  lastAssistant = -1
  /** Where the user opened the conversation; -1 when somebody else did. */
  firstUser = -1
  lastUser = -1
  private begun = false
  private readonly equals = new Map<Id, number>()

  constructor(
    readonly adapter: Adapter,
    readonly measure: Measure,
  ) {}

  /** Reads what was added. False when this is another history: the settled part has to be the same objects. */
  grow(natives: readonly unknown[]): boolean {
    const settled = this.natives.length
    if (natives.length < settled) return false
    for (let i = 0; i < settled; i++) if (natives[i] !== this.natives[i]) return false
    for (let i = settled; i < natives.length; i++) this.add(natives[i])
    return true
  }

  find(id: Id): Message | undefined {
    const position = this.positions.get(id)
    return position === undefined ? undefined : this.messages[position]
  }

  private add(native: unknown): void {
    const position = this.messages.length
    const draft = this.read(native, position)
    const { parts, tokens } = this.measure.draft(draft, '')
    const id = unique(nameOf(draft, digestOf(parts)), parts.length, (name) => this.positions.has(name), this.equals)
    const message: Message = { id, role: draft.role, parts, tokens }
    if (draft.at !== undefined) message.at = draft.at
    if (draft.pinned) message.pinned = true
    this.positions.set(id, position)
    parts.forEach((part, i) => {
      part.id = `${id}.${i}`
      this.positions.set(part.id, position)
    })
    this.rounds.add(message)
    this.natives.push(native)
    this.messages.push(message)
    this.tokens += tokens
    if (draft.at !== undefined && !(this.newest !== undefined && this.newest >= draft.at)) this.newest = draft.at
    if (message.role === 'assistant') this.lastAssistant = position
    const speaking = speaks(message)
    if (!this.begun && message.role !== 'system') {
      this.begun = true
      if (speaking) this.firstUser = position
    }
    if (speaking) this.lastUser = position
  }

  private read(native: unknown, position: number) {
    try {
      return this.adapter.read(native)
    } catch (error) {
      if (error instanceof ShapeError) throw new ShapeError(`message ${position}: ${error.message}`, { cause: error })
      throw error
    }
  }
}
