/** The backstop: what may still go when the request is over the limit, whatever the preset. What it cannot take is the floor. */
import type { Edit, Locale, Message, Rules } from '../types.js'
import type { Projection } from './project.js'
import { OPENING } from './repair.js'
import { rounds, speaks } from './rounds.js'

const LEFT_OUT: Record<Locale, (id: string) => string> = { en: (id) => `[left out; id ${id}]`, 'zh-CN': (id) => `[已省略；id ${id}]` }
const reason = 'over the limit'

/** Whether a text is the backstop's own line: a history that was sent before may come back without its ledger. */
export const isLeftOut = (text: string): boolean =>
  Object.values(LEFT_OUT).some((say) => text.startsWith(say('').slice(0, -1)) && text.endsWith(']'))

/** Smaller results go with their round or not at all. */
const WORTH_A_STUB = 100

/** What goes down to `low`, so that the next calls have room: old results, then whole rounds, the oldest first. */
export function* backstop({ view }: Projection, first: Message | null | undefined, locale: Locale): Iterable<Edit> {
  for (const message of view.messages) yield* shorten(message, locale, WORTH_A_STUB)
  for (const message of rounds(view).flat()) {
    if (message.id !== first?.id) yield { op: 'drop', target: message.id, reason }
  }
  for (const message of view.messages) yield* shorten(message, locale, 0)
}

/** The last thing that goes, and only to keep the limit: the user's first words. */
export function* unsay(first: Message, { slots, reading }: Projection, rules: Rules, locale: Locale): Iterable<Edit> {
  // Where the user has to speak first and says nothing next, a few words stay in their place.
  const next = slots.slice(reading.firstUser + 1).find((slot) => slot !== null && slot.role !== 'system')
  if (!rules.startsWithUser || !next || speaks(next)) {
    yield { op: 'drop', target: first.id, reason }
    return
  }
  const [head, ...others] = first.parts
  for (const part of others) yield { op: 'drop', target: part.id, reason }
  if (head) yield { op: 'replace', target: head.id, content: { kind: 'text', text: OPENING[locale] }, recall: true, reason }
}

function* shorten(message: Message, locale: Locale, least: number): Iterable<Edit> {
  for (const part of message.parts) {
    if (part.kind === 'thinking') yield { op: 'drop', target: part.id, reason }
    if (part.kind !== 'result' || part.tokens < least) continue
    const { callId, tool, error } = part
    const body = [{ kind: 'text' as const, text: LEFT_OUT[locale](part.id) }]
    yield { op: 'replace', target: part.id, content: { kind: 'result', callId, tool, error, body }, recall: true, reason }
  }
}
