/** The backstop: what may still go when the request is over the limit, whatever the preset. What it cannot take is the floor. */
import type { Edit, Locale, Message, Rules } from '../types.js'
import type { Projection } from './project.js'
import { OPENING } from './repair.js'
import { rounds, speaks } from './rounds.js'

const LEFT_OUT: Record<Locale, (id: string) => string> = { en: (id) => `[left out; id ${id}]`, 'zh-CN': (id) => `[已省略；id ${id}]` }
const reason = 'over the limit'

/** Whole rounds, the oldest first; then results and thinking in what has to stay; the user's first words last. Stop when it fits. */
export function* backstop(projection: Projection, rules: Rules, locale: Locale): Iterable<Edit> {
  const first = projection.slots[projection.reading.firstUser]
  for (const message of rounds(projection.view).flat()) {
    if (message !== first) yield { op: 'drop', target: message.id, reason }
  }
  for (const message of projection.view.messages) {
    if (message !== first) yield* shorten(message, locale)
  }
  if (first) yield* unsay(first, projection, rules, locale)
}

function* shorten(message: Message, locale: Locale): Iterable<Edit> {
  for (const part of message.parts) {
    if (part.kind === 'thinking') yield { op: 'drop', target: part.id, reason }
    if (part.kind !== 'result') continue
    const { callId, tool, error } = part
    const body = [{ kind: 'text' as const, text: LEFT_OUT[locale](part.id) }]
    yield { op: 'replace', target: part.id, content: { kind: 'result', callId, tool, error, body }, recall: true, reason }
  }
}

/** Where the user has to speak first and says nothing next, a few words stay in place of the first message. */
function* unsay(first: Message, { slots, reading }: Projection, rules: Rules, locale: Locale): Iterable<Edit> {
  const next = slots.slice(reading.firstUser + 1).find((slot) => slot !== null && slot.role !== 'system')
  if (!rules.startsWithUser || !next || speaks(next)) {
    yield { op: 'drop', target: first.id, reason }
    return
  }
  const [head, ...others] = first.parts
  for (const part of others) yield { op: 'drop', target: part.id, reason }
  if (head) yield { op: 'replace', target: head.id, content: { kind: 'text', text: OPENING[locale] }, recall: true, reason }
}
