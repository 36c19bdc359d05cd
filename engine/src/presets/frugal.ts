/** The cheapest: also pointers to text that stands earlier, and thinned line numbers. No real model has been tried with it yet. */
import type { Preset } from '../types.js'
import { priced } from '../core/schedule.js'
import { dedupe, dropThinking, elide, limitOutput, slidingWindow, stripBinary, supersede, thinGutter } from '../passes/index.js'

export const frugal: Preset = {
  name: 'frugal',
  title:
    'As balanced with reads for 12 calls, pointers instead of repeated lines, line numbers on every tenth line (unproven with real models)',
  passes: [
    stripBinary(),
    limitOutput({ maxChars: 30_000, maxLineChars: 4_000 }),
    thinGutter(),
    dedupe({ lines: true }),
    supersede(),
    elide({ keep: 5, ages: { edit: 3, command: 3, search: 6, read: 12, web: 12, agent: 24, other: 6 }, cold: 0.25 }),
    dropThinking({ keep: 1 }),
    slidingWindow({ keep: 20 }),
  ],
  schedule: priced(),
  locale: 'en',
  high: 0.95,
  low: 0.6,
}
