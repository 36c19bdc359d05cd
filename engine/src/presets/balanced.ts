/** Cheaper than `safe`: reads age sooner, a cold cache is used more. No real model has been tried with it yet. */
import type { Preset } from '../types.js'
import { priced } from '../core/schedule.js'
import { dropThinking, elide, limitOutput, slidingWindow, stripBinary, supersede } from '../passes/index.js'

export const balanced: Preset = {
  name: 'balanced',
  title: 'Free and forced edits; results age by kind, reads for 30 calls (unproven with real models)',
  passes: [
    stripBinary(),
    limitOutput({ maxChars: 50_000, maxLineChars: 4_000 }),
    supersede(),
    elide({ keep: 5, ages: { edit: 3, command: 3, search: 6, read: 30, web: 30, agent: 60, other: 9 }, cold: 0.4 }),
    dropThinking({ keep: 1 }),
    slidingWindow({ keep: 20 }),
  ],
  schedule: priced(),
  locale: 'en',
  high: 0.95,
  low: 0.65,
}
