/** Seed 001: three layers before every model call. Old results are folded and old thinking dropped always, old rounds over a share of the window. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { dropThinking, foldLines, slidingWindow, triggerAt } from '../passes/index.js'

/** The seed's constants. */
export interface PiLayersOptions {
  keepRecentToolResults?: number
  keepRecentThinking?: number
  contextRatio?: number
  keepRecentMessages?: number
  summaryHeadLines?: number
  summaryTailLines?: number
}

export const piLayers = ({
  keepRecentToolResults: keep = 6,
  keepRecentThinking = 1,
  contextRatio = 0.75,
  keepRecentMessages = 20,
  summaryHeadLines: head = 3,
  summaryTailLines: tail = 2,
}: PiLayersOptions = {}): Preset => ({
  name: 'pi-layers',
  title:
    'Seed 001: old results as head and tail, thinking of the last answer only; over three quarters of the window the newest 20 messages',
  passes: [
    foldLines({ keep, head, tail, minChars: 500 }),
    dropThinking({ keep: keepRecentThinking }),
    foldLines({ keep, head, tail, minChars: 500, failures: true }),
    slidingWindow({ keep: keepRecentMessages }),
  ],
  schedule: eager,
  literal: true,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  trigger: triggerAt({ basis: 'window', ratio: contextRatio }),
})
