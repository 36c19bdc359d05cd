/** The projection: the history as sent, originals plus edits, one edit a part. Messages nobody touched stay the same objects. */
import type { CompactionPoint, Edit, Envelope, Message, Part, Planned, Rewrite, View } from '../types.js'
import { keyOf, spanOf, summaryDraft, weigh } from './edits.js'
import { resolve } from './measure.js'
import { step } from './trail.js'
import type { Reading } from './view.js'

type Span = { from: number; to: number }

/** Thinking alone, or a blank, is no message to any provider. */
function saysNothing(part: Part): boolean {
  return part.kind === 'thinking' || (part.kind === 'text' && part.text.trim() === '')
}

export class Projection {
  /** As sent, by original position; null where nothing is left. */
  readonly slots: (Message | null)[] = []
  /** Messages put in after a position; -1 is the front. */
  readonly inserts = new Map<number, Message[]>()
  readonly edits = new Map<string, Planned>()
  /** Edits under a message that repair dropped: they hold again when it comes back. */
  private readonly covered = new Map<string, Planned[]>()
  /** Position -> the fold that covers it. */
  private readonly folded = new Map<number, CompactionPoint>()
  private tokens = 0
  /** Counts changes to what the ledger keeps. */
  revision = 0
  /** Some edit points to text that stands elsewhere. */
  pointing = false
  private readonly rolling: string[] = []
  /** Up to where the rolling digests, and whoever writes natives, have seen the slots as they are. */
  private rolled = 0
  written = 0
  private listed: readonly Message[] | undefined

  constructor(
    readonly reading: Reading,
    public envelope: Envelope,
  ) {}

  /** Takes in what the reading gained. */
  grow(): void {
    const { messages } = this.reading
    for (let at = this.slots.length; at < messages.length; at++) {
      const message = messages[at] as Message
      this.slots.push(message)
      this.tokens += message.tokens
      this.listed = undefined
    }
  }

  get total(): number {
    return this.tokens + this.envelope.system + this.envelope.tools
  }

  /** Listed when a pass first looks at all of it: most look at fresh messages only. */
  get view(): View {
    const { envelope, total } = this
    const list = () => (this.listed ??= this.list())
    let messages: readonly Message[] | undefined
    return {
      envelope,
      tokens: total,
      get messages() {
        return (messages ??= list())
      },
    }
  }

  /** Messages as sent, from a position on. */
  since(position: number): Message[] {
    return this.slots.slice(position).filter((slot) => slot !== null)
  }

  /** Rolling digests of what is sent, one per original position. What stands in front by repair follows from the rest. */
  get chain(): readonly string[] {
    const { rolling, slots, inserts } = this
    rolling.length = this.rolled
    for (let at = this.rolled; at < slots.length; at++) {
      let digest = rolling[at - 1] ?? ''
      if (at === 0) for (const insert of inserts.get(-1) ?? []) if (!this.isRepair(insert)) digest = step(digest, insert)
      digest = step(digest, slots[at] as Message | null)
      for (const insert of inserts.get(at) ?? []) digest = step(digest, insert)
      rolling.push(digest)
    }
    this.rolled = slots.length
    return rolling
  }

  take(planned: Planned): void {
    const { edit } = planned
    const span = spanOf(edit, this.reading)
    if (!span) return
    if (planned.when !== 'repair') this.revision++
    if (edit.needs) this.pointing = true
    if (edit.op === 'insert') return this.insert(planned, edit, span.from)
    if (edit.op === 'fold') {
      this.forgetFolds(span)
      for (let at = span.from; at <= span.to; at++) this.forgetWithin(at)
    } else if (this.reading.messages[span.from]?.id === edit.target) this.forgetWithin(span.from, planned.when)
    this.edits.set(keyOf(edit), planned)
    this.shape(edit, span)
  }

  release({ edit, after, when }: Planned): void {
    const span = spanOf(edit, this.reading)
    if (!span || !this.edits.delete(keyOf(edit))) return
    if (when !== 'repair') this.revision++
    for (const under of this.covered.get(keyOf(edit)) ?? []) this.edits.set(keyOf(under.edit), under)
    this.covered.delete(keyOf(edit))
    if (edit.op === 'insert') {
      const others = (this.inserts.get(span.from) ?? []).filter(({ id }) => id !== edit.id)
      this.inserts.set(span.from, others)
      this.tokens -= after
      this.touch(span.from)
    } else this.shape(edit, span)
  }

  /** Every edit of this request: what the ledger keeps, in the order it was taken, then repair, in the order of the history. */
  planned(): Planned[] {
    const all = [...this.edits.values()]
    const repairs = all.filter(({ when }) => when === 'repair')
    if (repairs.length === 0) return all
    const position = ({ edit }: Planned) => spanOf(edit, this.reading)?.from ?? -1
    return [...all.filter(({ when }) => when !== 'repair'), ...repairs.sort((a, b) => position(a) - position(b))]
  }

  /** Every edit that the ledger keeps: repair is done anew for each request. */
  sticky(): Planned[] {
    const kept = [...this.edits.values()].filter(({ when }) => when !== 'repair')
    for (const under of this.covered.values()) kept.push(...under)
    return kept
  }

  /** Edits that point to something which is not sent as it came any more. */
  dangling(): Planned[] {
    if (!this.pointing) return []
    return [...this.edits.values()].filter(({ edit }) => edit.needs?.some((id) => !this.isWhole(id)))
  }

  /** What stands for parts of an original: by index, the rewrite, or null for a dropped one. */
  changes(message: Message): Map<number, Rewrite | null> {
    const found = new Map<number, Rewrite | null>()
    message.parts.forEach((part, index) => {
      const edit = this.edits.get(part.id)?.edit
      if (edit?.op === 'drop') found.set(index, null)
      else if (edit?.op === 'replace') found.set(index, edit.content)
    })
    return found
  }

  private insert(planned: Planned, { id, draft }: Edit & { op: 'insert' }, position: number): void {
    if (this.edits.has(keyOf(planned.edit))) return
    this.edits.set(keyOf(planned.edit), planned)
    const made = this.reading.measure.draft(draft, id)
    this.inserts.set(position, [...(this.inserts.get(position) ?? []), { id, role: draft.role, ...made, added: true }])
    this.tokens += made.tokens
    this.touch(position)
  }

  private shape(edit: Edit, { from, to }: { from: number; to: number }): void {
    for (let at = from; at <= to; at++) {
      if (edit.op === 'fold') {
        if (this.edits.has(keyOf(edit))) this.folded.set(at, edit.point)
        else this.folded.delete(at)
      }
      const old = this.slots[at] as Message | null
      const next = this.sentForm(at)
      this.tokens += (next?.tokens ?? 0) - (old?.tokens ?? 0)
      this.slots[at] = next
    }
    this.touch(from)
  }

  private sentForm(position: number): Message | null {
    const message = this.reading.messages[position] as Message
    const point = this.folded.get(position)
    if (point) return this.summary(point, position)
    if (this.edits.has(message.id)) return null
    const changes = this.changes(message)
    if (changes.size === 0) return message
    const parts: Part[] = []
    let { tokens } = message
    message.parts.forEach((part, index) => {
      const change = changes.get(index)
      const next = change === undefined ? part : change && this.reading.measure.part(resolve(change, part), part.id)
      tokens += (next?.tokens ?? 0) - part.tokens
      if (next) parts.push(next)
    })
    if (parts.every(saysNothing)) return this.dropWhole(message, position)
    return { ...message, parts, tokens }
  }

  private summary(point: CompactionPoint, position: number): Message | null {
    if (this.reading.position(point.from) !== position) return null
    const draft = summaryDraft(point)
    return { id: point.id, role: draft.role, ...this.reading.measure.draft(draft, point.id), added: true }
  }

  /** A message of which nothing is left is dropped as a whole: one edit, its full weight. */
  private dropWhole(message: Message, position: number): null {
    const edits = message.parts.flatMap((part) => this.edits.get(part.id) ?? [])
    // Whoever restores it finds the pass's edits only, and has to come to the same.
    const { edit, pass, when, at } = (edits.findLast((planned) => planned.when !== 'repair') ?? edits.at(-1)) as Planned
    this.forgetWithin(position, when)
    this.edits.set(message.id, weigh({ op: 'drop', target: message.id, reason: edit.reason }, this.reading, { pass, when, at }))
    return null
  }

  /** The folds over these positions, for another to know what it would take over. */
  folds({ from, to }: Span): Planned[] {
    if (this.folded.size === 0) return []
    const points = new Set<CompactionPoint>()
    for (let at = from; at <= to; at++) {
      const point = this.folded.get(at)
      if (point) points.add(point)
    }
    return [...points].flatMap((point) => this.edits.get(keyOf({ op: 'fold', point, reason: '' })) ?? [])
  }

  /** A fold over others takes their place. */
  private forgetFolds(span: Span): void {
    for (const { edit } of this.folds(span)) this.edits.delete(keyOf(edit))
  }

  private forgetWithin(position: number, when?: Planned['when']): void {
    const message = this.reading.messages[position] as Message
    const under: Planned[] = this.covered.get(message.id) ?? []
    for (const id of [message.id, ...message.parts.map((part) => part.id)]) {
      const planned = this.edits.get(id)
      if (planned && planned.when !== 'repair') under.push(planned)
      this.edits.delete(id)
    }
    if (when === 'repair' && under.length > 0) this.covered.set(message.id, under)
    else this.covered.delete(message.id)
  }

  /** Sent, and edited at most when it arrived. */
  private isWhole(partId: string): boolean {
    const position = this.reading.position(partId)
    const sent = position === undefined ? undefined : this.slots[position]?.parts.find(({ id }) => id === partId)
    return sent !== undefined && (this.edits.get(partId)?.when ?? 'arrival') === 'arrival'
  }

  private isRepair({ id }: Message): boolean {
    return this.edits.get(`insert ${id}`)?.when === 'repair'
  }

  private touch(position: number): void {
    this.rolled = Math.min(this.rolled, Math.max(0, position))
    this.written = Math.min(this.written, Math.max(0, position))
    this.listed = undefined
  }

  private list(): Message[] {
    const { inserts, slots } = this
    const list = [...(inserts.get(-1) ?? [])]
    slots.forEach((slot, position) => {
      if (slot) list.push(slot)
      const after = inserts.size > 0 ? inserts.get(position) : undefined
      if (after) list.push(...after)
    })
    return list
  }
}
