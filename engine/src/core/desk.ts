/** The desk: a history's reading and projection, kept between calls so that one new message costs the same in a long history as in a short one. */
import type { Adapter, Counter, Edit, Envelope, Id, Ledger, Message, Opened, Planned } from '../types.js'
import { keyOf, spanOf, touchedDigest } from './edits.js'
import { Envelopes } from './envelope.js'
import { Measure } from './measure.js'
import { Projection } from './project.js'
import { Reading } from './view.js'

/** A shortcut, never the truth: without it the same request comes out, only slower. Another list of taken edits is another projection. */
const desks = new WeakMap<readonly Planned[], Desk>()

export class Desk {
  readonly envelopes: Envelopes
  readonly reading: Reading
  readonly projection: Projection
  /** Where the next fold would start: no foldable result stands before it. */
  frontier = 0
  /** Natives as sent, and how many there are up to each position. */
  readonly output: unknown[] = []
  readonly ends: number[] = []
  readonly written = new WeakMap<Message, { native: unknown }>()
  /** Entries of the ledger whose targets are not in this history, by the id that would bring them back. */
  private readonly dormant = new Map<Id, Planned[]>()
  private owner: readonly Planned[] | undefined
  /** What the ledger keeps as of a revision; undefined when it has to be listed anew. */
  private kept: { revision: number; taken: readonly Planned[] } | undefined
  private voided = false

  private constructor(
    readonly adapter: Adapter,
    readonly measure: Measure,
    envelope: Envelope,
    private readonly undone: ReadonlySet<Id>,
  ) {
    this.envelopes = new Envelopes(measure)
    this.reading = new Reading(adapter, measure)
    this.projection = new Projection(this.reading, envelope)
  }

  /** The desk this ledger was last worked on at, if the history only grew since; else a new one. Returns also from where it has to be looked at. */
  static claim(ledger: Ledger, adapter: Adapter, counter: Counter, opened: Opened<unknown>): { desk: Desk; from: number; revived: number } {
    const known = desks.get(ledger.taken)
    const usable = known && known.adapter === adapter && known.measure.counter === counter
    if (usable && known.owner === ledger.taken) {
      const from = known.reading.rounds.list.at(-1)?.from ?? 0
      const settled = known.reading.messages.length
      known.owner = undefined // whatever fails from here on must not leave a half-grown desk behind
      const replaced = known.reading.grow(opened.messages)
      if (replaced >= 0) {
        known.unwrite(replaced, settled)
        known.projection.envelope = known.envelopes.of(opened)
        known.unrepair(from)
        known.projection.grow()
        return { desk: known, from, revived: known.revive(settled) }
      }
    }
    const measure = new Measure(counter, usable ? known.measure.counts : undefined)
    const desk = new Desk(adapter, measure, new Envelopes(measure).of(opened), new Set(ledger.undone))
    desk.reading.grow(opened.messages)
    desk.projection.grow()
    const revived = desk.restore(ledger.taken)
    desk.kept = { revision: desk.projection.revision, taken: ledger.taken }
    return { desk, from: 0, revived }
  }

  /** What the ledger keeps now: the very list it had when nothing was taken or voided. The desk waits for it. */
  taken(): readonly Planned[] {
    const { revision } = this.projection
    if (this.voided || this.kept?.revision !== revision) {
      this.kept = { revision, taken: [...this.projection.sticky(), ...[...this.dormant.values()].flat()] }
      this.voided = false
    }
    this.owner = this.kept.taken
    desks.set(this.owner, this)
    return this.kept.taken
  }

  /** Takes edits in the order they were taken; what this history does not have is kept for when it comes. */
  private restore(entries: readonly Planned[]): number {
    let first = Infinity
    for (const planned of entries) {
      const { edit } = planned
      const wakes = edit.op === 'fold' ? edit.point.to : edit.op === 'insert' ? (edit.after ?? '') : edit.target
      if (this.isHeld(edit)) this.voided = true
      else if (wakes !== '' && this.reading.position(wakes) === undefined)
        this.dormant.set(wakes, [...(this.dormant.get(wakes) ?? []), planned])
      else if (touchedDigest(edit, this.reading) === planned.digest) {
        this.projection.take(planned)
        first = Math.min(first, spanOf(edit, this.reading)?.from ?? Infinity)
      } else this.voided = true // its original changed
    }
    return first
  }

  /** Of a round that the user put back in part, the rest comes back too. */
  private isHeld(edit: Edit): boolean {
    const position = edit.op === 'drop' && this.undone.size > 0 ? this.reading.position(edit.target) : undefined
    if (position === undefined || this.reading.messages[position]?.id !== keyOf(edit)) return false
    const round = this.reading.rounds.at(position) ?? { from: position, to: position }
    const messages = this.reading.messages.slice(round.from, round.to + 1)
    return messages.some(({ id, parts }) => this.undone.has(id) || parts.some((part) => this.undone.has(part.id)))
  }

  /** Wakes what was kept for messages from a position on. */
  private revive(position: number): number {
    let first = Infinity
    if (this.dormant.size === 0) return first
    for (const id of this.wakers(position)) {
      const entries = this.dormant.get(id)
      if (!entries) continue
      this.dormant.delete(id)
      first = Math.min(first, this.restore(entries))
    }
    return first
  }

  private *wakers(position: number): Iterable<Id> {
    for (let at = position; at < this.reading.messages.length; at++) {
      const message = this.reading.messages[at] as Message
      yield message.id
      for (const part of message.parts) yield part.id
    }
  }

  /** Natives of messages that are other objects now are written anew from those. */
  private unwrite(from: number, to: number): void {
    if (from >= to) return
    this.projection.written = Math.min(this.projection.written, from)
    for (let at = from; at < to; at++) {
      const slot = this.projection.slots[at]
      if (slot && slot !== this.reading.messages[at]) this.written.delete(slot)
    }
  }

  /** Rounds that were open may be whole by now: what repair did to them is done anew. */
  private unrepair(from: number): void {
    for (const planned of this.projection.edits.values()) {
      if (planned.when !== 'repair') continue
      const at = spanOf(planned.edit, this.reading)?.from ?? 0
      if (at >= from || at < 0) this.projection.release(planned)
    }
  }
}
