/** Asks for a summary when the request is over the trigger: of what was said since the last one, as far as it may be folded. */
import type { Message, Moment, Pass, View } from '../types.js'
import { isPinned } from '../core/budget.js'
import { RECALLED_ROUNDS } from '../core/guard.js'
import { rounds, speaks } from '../core/rounds.js'

export interface SummarizeOptions {
  /** How long the summary may be. */
  maxTokens?: number
  /** Less than this is not worth a summary. */
  minTokens?: number
}

export const summarize = ({ maxTokens = 4_000, minTokens = 200 }: SummarizeOptions = {}): Pass => ({
  name: 'summarize',
  when: 'offer',
  *run(view, moment) {
    if (moment.over <= 0) return
    const { messages, tokens } = largest(stretches(view, moment))
    const [from, to] = [messages[0], messages.at(-1)]
    if (!from || !to || tokens < minTokens) return
    yield { op: 'want', from: from.id, to: to.id, maxTokens: Math.min(maxTokens, Math.floor(tokens / 2)), reason: 'over the trigger' }
  },
})

interface Stretch {
  messages: Message[]
  tokens: number
}

/** Neighbouring rounds that may be folded: pins, system messages and earlier summaries part them. */
function stretches(view: View, { pins }: Moment): Stretch[] {
  const { messages } = view
  const answered = messages.findLastIndex(({ role }) => role === 'assistant')
  const asked = answered < messages.length - 1 ? messages.findLast(speaks) : undefined
  const stays = (message: Message) => message === asked || message.role === 'system' || message.added || isPinned(message, pins)
  const found: Stretch[] = [{ messages: [], tokens: 0 }]
  const all = rounds(view)
  let last = -1
  all.forEach((round, index) => {
    last += round.length
    const recalled = all.length - index <= RECALLED_ROUNDS && round.some(recalls)
    if (last > answered || recalled || round.some(stays)) found.push({ messages: [], tokens: 0 })
    else extend(found.at(-1) as Stretch, round)
  })
  return found
}

const recalls = ({ parts }: Message) => parts.some((part) => part.kind === 'result' && part.tool === 'recall')

function extend(stretch: Stretch, round: readonly Message[]): void {
  stretch.messages.push(...round)
  stretch.tokens += round.reduce((sum, { tokens }) => sum + tokens, 0)
}

const largest = (found: Stretch[]): Stretch => found.reduce((best, each) => (each.tokens > best.tokens ? each : best))
