/** The default: edits only what is free or forced, keeps nearly all that a model may need again. */
import type { Preset } from '../types.js'
import { priced } from '../core/schedule.js'
import { dropThinking, elide, limitOutput, slidingWindow, stripBinary } from '../passes/index.js'

export const safe: Preset = {
  name: 'safe',
  title: 'Free and forced edits only: binary and very long output at arrival, old results when the cache is cold or the window is full',
  passes: [
    stripBinary(),
    limitOutput({ maxChars: 100_000, maxLineChars: 4_000 }),
    elide({ keep: 5, ages: { edit: 6, command: 6, search: 12, read: 90, web: 90, agent: 180, other: 18 }, cold: 0.7 }),
    dropThinking({ keep: 1 }),
    slidingWindow({ keep: 20 }),
  ],
  schedule: priced(),
  locale: 'en',
  high: 0.95,
  low: 0.7,
}
