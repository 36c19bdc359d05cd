/** What seed 003 says of Codex, to compare with. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { keepEnds } from '../passes/index.js'

export const codex: Preset = {
  name: 'codex',
  title: 'Tool output as Codex cuts it: over 256 lines or 10 KB, the first 128 lines and the last 128',
  passes: [keepEnds({ maxLines: 256, maxChars: 10_240 })],
  schedule: eager,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  literal: true,
}
