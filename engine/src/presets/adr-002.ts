/** Seed 000, ADR-002: tool results as short lines, and no binary in any of them. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { formatResults, sanitize } from '../passes/index.js'

export const adr002: Preset = {
  name: 'adr-002',
  title: 'ADR-002 to the letter: tool results as lines of ✓ and ✗, binary replaced by its size, nothing else left out',
  // The lines are made of results without their binary; what cannot be written as lines is sanitised where it stands.
  passes: [formatResults(), sanitize()],
  schedule: eager,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  literal: true,
}
