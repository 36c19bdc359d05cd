/** Seed 004: tool use of the newest two rounds, and a summary in place of what came before, due at 60 % of the usable window. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { dropRounds, foldPoints, summarize, triggerAt } from '../passes/index.js'

export interface ChatboxOptions {
  /** Share of the usable window at which a summary is due. */
  compactionThreshold?: number
  /** False leaves summaries that are there, and asks for no new one. */
  autoCompaction?: boolean
  keepRounds?: number
}

export const chatbox = ({ compactionThreshold = 0.6, autoCompaction = true, keepRounds = 2 }: ChatboxOptions = {}): Preset => ({
  name: 'chatbox',
  title: 'Seed 004: tool use of the newest two rounds only; over 60 % of the usable window a summary is wanted',
  passes: [foldPoints(), dropRounds({ keep: keepRounds }), ...(autoCompaction ? [summarize()] : [])],
  schedule: eager,
  literal: true,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  trigger: triggerAt({ basis: 'usable', ratio: compactionThreshold }),
})
