/** Drops the oldest rounds under pressure: the user's first words and the newest messages stay. */
import type { Pass } from '../types.js'
import { rounds, speaks } from '../core/rounds.js'

export interface SlidingWindowOptions {
  /** So many of the newest messages stay, and the rounds they belong to. */
  keep?: number
}

export const slidingWindow = ({ keep = 20 }: SlidingWindowOptions = {}): Pass => ({
  name: 'sliding-window',
  when: 'force',
  *run(view, { excess }) {
    const first = view.messages.find((message) => message.role !== 'system')
    let rest = view.messages.length
    for (const round of rounds(view)) {
      rest -= round.length
      if (excess <= 0 || rest < keep) return
      if (round.some((message) => (message === first && speaks(message)) || message.role === 'system')) continue
      for (const message of round) {
        excess -= message.tokens
        yield { op: 'drop', target: message.id, reason: 'oldest round' }
      }
    }
  },
})
