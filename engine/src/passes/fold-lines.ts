/** Shortens old tool results to their first and last lines; a line between them says how much there was. */
import type { PartOf, Pass, View } from '../types.js'
import { results, rounds } from '../core/rounds.js'
import { rewriteBodies, rewriteTexts } from './bodies.js'
import { foldText, type FoldShape } from './fold-text.js'

export interface FoldLinesOptions extends FoldShape {
  /** So many of the newest results, or turns, stay whole. */
  keep?: number
  /** What `keep` counts: results, or turns, in which parallel calls are one. */
  unit?: 'result' | 'turn'
  /** Acts only where the request takes more than this share of the window. */
  above?: number
  /** Acts on failed results, and only under pressure; else they stay whole. */
  failures?: boolean
}

export const foldLines = ({ keep = 6, unit = 'result', above = 0, failures = false, ...shape }: FoldLinesOptions = {}): Pass => ({
  name: failures ? 'fold-failures' : 'fold-lines',
  when: failures ? 'force' : 'offer',
  *run(view, { excess, budget, locale }) {
    if (view.tokens <= above * budget.window) return
    const fold = (text: string) => foldText(text, { ...shape, failure: failures, locale })
    const old = unitsOf(view, unit).slice(0, keep > 0 ? -keep : undefined)
    for (const result of old.flat()) {
      if (excess <= 0) return
      const content = result.error === failures && rewriteBodies(result, (body) => rewriteTexts(body, fold))
      if (!content) continue
      excess -= result.tokens
      yield { op: 'replace', target: result.id, content, recall: true, reason: 'old tool result' }
    }
  },
})

/** What recency counts, oldest first. */
function unitsOf(view: View, unit: 'result' | 'turn'): PartOf<'result'>[][] {
  if (unit === 'result') return results(view).map((result) => [result])
  return rounds(view)
    .map((messages) => results({ ...view, messages }))
    .filter((turn) => turn.length > 0)
}
