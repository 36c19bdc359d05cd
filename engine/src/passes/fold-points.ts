/** Lets stored summaries stand for what they sum up: the newest point that is still true of this history. */
import type { Edit, Message, Pass, View } from '../types.js'

export const foldPoints = (): Pass => ({
  name: 'fold-points',
  when: 'offer',
  *run(view, { points }) {
    const sent = new Set(view.messages.map(({ id }) => id))
    // A newer point may take the place of older ones; those beside it stay. The guard knows which are void.
    for (const point of points.toReversed().sort((a, b) => b.at - a.at)) {
      if (sent.has(point.to)) yield { op: 'fold', point, reason: 'summarised' }
    }
    const known = new Set(points.flatMap(({ message }) => message ?? []))
    for (const { id } of view.messages) if (known.has(id)) yield { op: 'drop', target: id, reason: 'a summary that stands elsewhere' }
    yield* beforeSummary(view, ({ id, summary }) => summary === true && !known.has(id))
  },
})

/** A summary in the history of which no point is known stands for everything before it. */
function* beforeSummary({ messages }: View, isSummary: (message: Message) => boolean): Iterable<Edit> {
  for (const { id, role } of messages.slice(0, Math.max(0, messages.findLastIndex(isSummary)))) {
    if (role !== 'system') yield { op: 'drop', target: id, reason: 'summarised' }
  }
}
