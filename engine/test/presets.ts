/** Presets the laws are tried with. */
import { eager, presets, type Preset } from '../src/index.js'
import { dropThinking, elide, limitOutput, slidingWindow, stripBinary } from '../src/passes/index.js'

/** Everything at once at the first opportunity: each pass acts on nearly every history. */
const hasty: Preset = {
  ...presets.safe,
  name: 'hasty',
  passes: [
    stripBinary(),
    limitOutput({ maxChars: 600, maxLines: 30, maxLineChars: 300 }),
    elide({ keep: 2 }),
    dropThinking({ keep: 1 }),
    slidingWindow({ keep: 6 }),
  ],
  schedule: eager,
}

export const tried: readonly Preset[] = [...Object.values(presets), hasty]
