/** Drops the thinking of older answers: it was for finding them, not for what comes after. */
import type { Pass } from '../types.js'

export interface DropThinkingOptions {
  /** So many of the newest messages with thinking keep it. */
  keep?: number
}

export const dropThinking = ({ keep = 1 }: DropThinkingOptions = {}): Pass => ({
  name: 'drop-thinking',
  when: 'offer',
  *run(view, { excess }) {
    const thoughtful = view.messages.filter((message) => message.parts.some((part) => part.kind === 'thinking'))
    for (const message of keep > 0 ? thoughtful.slice(0, -keep) : thoughtful) {
      for (const part of message.parts) {
        if (part.kind !== 'thinking') continue
        if (excess <= 0) return
        excess -= part.tokens
        yield { op: 'drop', target: part.id, reason: 'old thinking' }
      }
    }
  },
})
