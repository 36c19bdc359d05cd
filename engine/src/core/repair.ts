/** Repair: makes what is sent legal for the provider, whatever the history or a user's own pass left behind. */
import type { Draft, Edit, Locale, Message, Part, Rules } from '../types.js'
import { spanOf, weigh } from './edits.js'
import { hash } from './hash.js'
import type { Projection } from './project.js'
import { speaks } from './rounds.js'

/** Said for the user where the conversation began otherwise. */
export const OPENING: Record<Locale, string> = { en: '[earlier conversation left out]', 'zh-CN': '[此前的对话已省略]' }

/** Makes what is sent legal from a position on, by edits that the ledger does not keep. Returns the first position it touched. */
export function mend(projection: Projection, rules: Rules, from: number): number {
  let first = Infinity
  for (const edit of repair(projection, rules, from)) {
    projection.take(weigh(edit, projection.reading, { pass: 'repair', when: 'repair', at: 0 }))
    first = Math.min(first, spanOf(edit, projection.reading)?.from ?? Infinity)
  }
  return first
}

/** Some providers want the user to speak first; what made that so may have changed since. */
export function open(projection: Projection, rules: Rules, locale: Locale): void {
  if (!rules.startsWithUser) return
  for (const planned of projection.edits.values()) if (planned.pass === 'opening') projection.release(planned)
  const first = projection.inserts.get(-1)?.[0] ?? projection.slots.find((slot) => slot !== null && slot.role !== 'system')
  if (!first || speaks(first)) return
  const text = OPENING[locale]
  const draft: Draft = { role: 'user', parts: [{ kind: 'text', text }] }
  const edit: Edit = { op: 'insert', id: `opening-${hash(text).slice(0, 8)}`, after: null, draft, reason: 'the user speaks first' }
  projection.take(weigh(edit, projection.reading, { pass: 'opening', when: 'repair', at: 0 }))
}

/** The edits that are needed, for positions from `from` on; nothing for a legal history. */
function* repair(projection: Projection, rules: Rules, from: number): Iterable<Edit> {
  for (let position = from; position < projection.slots.length; position++) {
    const slot = projection.slots[position]
    if (slot) yield* check(slot, projection, rules)
  }
}

function* check(slot: Message, projection: Projection, rules: Rules): Iterable<Edit> {
  let faults = 0
  for (const part of slot.parts) {
    const reason = fault(part, projection, rules)
    if (!reason) continue
    faults++
    yield { op: 'drop', target: part.id, reason }
  }
  if (faults > 0 || !rules.nonEmpty?.includes(slot.role)) return
  const reason = slot.parts.length === 0 ? 'empty message' : 'thinking alone'
  if (slot.parts.every((part) => part.kind === 'thinking')) yield { op: 'drop', target: slot.id, reason }
}

function fault(part: Part, projection: Projection, rules: Rules): string | null {
  if (part.kind === 'text') return rules.noBlankText && part.text.trim() === '' ? 'blank text' : null
  if (part.kind !== 'call' && part.kind !== 'result') return null
  const partner = projection.reading.rounds.partner.get(part.id)
  if (partner && isSent(partner, projection)) return null
  return part.kind === 'call' ? 'call without result' : 'result without call'
}

function isSent(partId: string, { reading, slots }: Projection): boolean {
  const slot = slots[reading.position(partId) as number]
  return slot?.parts.some(({ id }) => id === partId) ?? false
}
