/** Drops the calls and results of older rounds; what was said in them stays. */
import type { Message, Pass } from '../types.js'
import { callsBehind, speaks } from '../core/rounds.js'

export interface DropRoundsOptions {
  /** So many of the newest rounds, a question of the user and what answered it, keep their calls and results. */
  keep?: number
}

export const dropRounds = ({ keep = 2 }: DropRoundsOptions = {}): Pass => ({
  name: 'drop-rounds',
  when: 'offer',
  *run(view, { excess }) {
    const { messages } = view
    const answers = new Map([...callsBehind(view)].map(([result, call]) => [call.id, result]))
    for (const { parts } of messages.slice(0, roundsFrom(messages, keep, { asks: speaks, answers: isAssistant }))) {
      for (const call of parts) {
        if (call.kind !== 'call') continue
        if (excess <= 0) return
        excess -= call.tokens
        const result = answers.get(call.id)
        yield { op: 'drop', target: call.id, reason }
        // It may stand in the message in which the user speaks again.
        if (result) yield { op: 'drop', target: result, reason }
      }
    }
  },
})

const reason = 'tool use of an older round'
const isAssistant = ({ role }: Message) => role === 'assistant'

interface Speakers<M> {
  asks(message: M): boolean
  answers(message: M): boolean
}

/** Where the newest rounds begin: a question that nothing answers yet is no round of its own. 0 where there are not more. */
export function roundsFrom<M>(messages: readonly M[], keep: number, { asks, answers }: Speakers<M>): number {
  if (keep <= 0) return messages.length
  let answered = false
  for (let at = messages.length - 1, found = 0; at >= 0; at--) {
    const message = messages[at] as M
    if (answers(message)) answered = true
    else if (answered && asks(message)) {
      answered = false
      if (++found === keep) return at
    }
  }
  return 0
}
