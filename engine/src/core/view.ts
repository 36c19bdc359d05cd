/** A reading of the history: native messages with ids, digests and tokens, grouped in rounds. It grows with the history. */
import type { Adapter, Id, Message, Part } from '../types.js'
import { ShapeError } from '../errors.js'
import { alike } from './alike.js'
import { digestOf, messageOf, nameOf, partId, unique } from './ids.js'
import type { Measure } from './measure.js'
import { Rounds, speaks } from './rounds.js'

export class Reading {
  readonly natives: unknown[] = []
  readonly messages: Message[] = []
  readonly rounds = new Rounds()
  private readonly positions = new Map<Id, number>()
  /** Some message is called like a part of another: rare, but native ids can be anything. */
  private dotted = false
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

  /**
   * Reads what was added, and takes over new objects that say the same as the old ones: comparing is far cheaper than reading.
   * Returns the first position whose object is another than before; -1 when this is another history.
   */
  grow(natives: readonly unknown[]): number {
    const settled = this.natives.length
    if (natives.length < settled) return -1
    let replaced = settled
    for (let i = 0; i < settled; i++) {
      if (natives[i] === this.natives[i]) continue
      if (!alike(natives[i], this.natives[i])) return -1
      this.natives[i] = natives[i]
      replaced = Math.min(replaced, i)
    }
    for (let i = settled; i < natives.length; i++) this.add(natives[i])
    return replaced
  }

  /** The position of a message, by its own id or by that of one of its parts. */
  position(id: Id): number | undefined {
    const own = this.positions.get(id)
    if (own !== undefined) return own
    const message = messageOf(id)
    const position = message === undefined ? undefined : this.positions.get(message)
    return position !== undefined && this.part(id, position) ? position : undefined
  }

  part(id: Id, position: number): Part | undefined {
    return this.messages[position]?.parts.find((part) => part.id === id)
  }

  private add(native: unknown): void {
    const position = this.messages.length
    const draft = this.read(native, position)
    const { parts, tokens } = this.measure.draft(draft, '')
    const id = unique(nameOf(draft, digestOf(parts)), (name) => this.taken(name, parts.length), this.equals)
    if (messageOf(id) !== undefined) this.dotted = true
    const message: Message = { id, role: draft.role, parts, tokens }
    if (draft.at !== undefined) message.at = draft.at
    if (draft.pinned) message.pinned = true
    if (draft.summary) message.summary = true
    this.positions.set(id, position)
    for (let i = 0; i < parts.length; i++) (parts[i] as Part).id = partId(id, i)
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

  /** By a message, by a part of one, or because a part of this one would be called like a message. */
  private taken(id: Id, parts: number): boolean {
    if (this.position(id) !== undefined) return true
    if (this.dotted) for (let i = 0; i < parts; i++) if (this.positions.has(partId(id, i))) return true
    return false
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
