/** Repair: makes what is sent legal for the provider, whatever the history or a user's own pass left behind. */
import type { Edit, Locale, Message, Part, Rules } from '../types.js'
import { hash } from './hash.js'
import type { Projection } from './project.js'
import { speaks } from './rounds.js'

/** Said for the user where the conversation began otherwise. */
export const OPENING: Record<Locale, string> = { en: '[earlier conversation left out]', 'zh-CN': '[此前的对话已省略]' }

/** The edits that are needed, for positions from `from` on; nothing for a legal history. */
export function* repair(projection: Projection, rules: Rules, from: number): Iterable<Edit> {
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

/** Some providers want the user to speak first. */
export function* opening(projection: Projection, rules: Rules, locale: Locale): Iterable<Edit> {
  if (!rules.startsWithUser) return
  const first = projection.inserts.get(-1)?.[0] ?? projection.slots.find((slot) => slot !== null && slot.role !== 'system')
  if (!first || speaks(first)) return
  const text = OPENING[locale]
  yield {
    op: 'insert',
    id: `opening-${hash(text).slice(0, 8)}`,
    after: null,
    draft: { role: 'user', parts: [{ kind: 'text', text }] },
    reason: 'the user speaks first',
  }
}
