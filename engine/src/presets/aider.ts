/** What seed 003 says of Aider, to compare with. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { keepEnds } from '../passes/index.js'

export const aider: Preset = {
  name: 'aider',
  title: 'Tool output as Aider cuts it: over 100 lines, the first 50 and the last 50',
  passes: [keepEnds({ maxLines: 100 })],
  schedule: eager,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  literal: true,
}
