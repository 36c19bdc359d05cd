/** Lets stored summaries stand for what they sum up: the newest point that is still true of this history. */
import type { CompactionPoint, Edit, Pass, View } from '../types.js'

export const foldPoints = (): Pass => ({
  name: 'fold-points',
  when: 'offer',
  *run(view, { points }) {
    // A newer point may take the place of older ones; those beside it stay. The guard knows which are void.
    for (const point of openPoints(view, points)) yield { op: 'fold', point, reason: 'summarised' }
    if (points.length === 0) yield* beforeSummary(view)
    else yield* heldSummaries(view, points)
  },
})

/** The newest first; without those that stand already, and older ones that lie wholly within what is not sent. */
function openPoints({ messages }: View, points: readonly CompactionPoint[]): CompactionPoint[] {
  const sent = new Set(messages.map(({ id }) => id))
  const standing = points.filter(({ id }) => messages.some((message) => message.added && message.id === id))
  const newest = Math.max(-Infinity, ...standing.map(({ at }) => at))
  return points
    .filter((point) => !standing.includes(point) && (point.at > newest || sent.has(point.from) || sent.has(point.to)))
    .reverse()
    .sort((a, b) => b.at - a.at)
}

/** Summaries that the history holds are not sent beside what they sum up, nor a second time. */
function* heldSummaries({ messages }: View, points: readonly CompactionPoint[]): Iterable<Edit> {
  const held = new Set(points.map(({ message }) => message))
  for (const { id, summary } of messages)
    if (summary || held.has(id)) yield { op: 'drop', target: id, reason: 'a summary held by the history' }
}

/** Where no point is known, a summary in the history stands for everything before it. */
function* beforeSummary({ messages }: View): Iterable<Edit> {
  const last = messages.findLastIndex(({ summary }) => summary)
  for (const { id, role } of messages.slice(0, Math.max(0, last))) {
    if (role !== 'system') yield { op: 'drop', target: id, reason: 'summarised' }
  }
}
