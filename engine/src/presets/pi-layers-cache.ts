/** Seed 001 as its author left it in the end: results are folded late and by whole turns, thinking stays, so that a cache lives longer. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { foldLines, slidingWindow, triggerAt } from '../passes/index.js'
import type { PiLayersOptions } from './pi-layers.js'

export interface PiLayersCacheOptions extends Omit<PiLayersOptions, 'keepRecentThinking'> {
  /** Results are folded above this share of the window. */
  foldRatio?: number
}

export const piLayersCache = ({
  keepRecentToolResults: keep = 6,
  foldRatio: above = 0.6,
  contextRatio = 0.75,
  keepRecentMessages = 20,
  summaryHeadLines: head = 3,
  summaryTailLines: tail = 2,
}: PiLayersCacheOptions = {}): Preset => ({
  name: 'pi-layers-cache',
  title: 'Seed 001, kinder to a cache: results of old turns as head and tail above 60 % of the window, the newest 20 messages above 75 %',
  passes: [
    foldLines({ keep, head, tail, minChars: 500, unit: 'turn', above }),
    foldLines({ keep, head, tail, minChars: 500, unit: 'turn', failures: true }),
    slidingWindow({ keep: keepRecentMessages }),
  ],
  schedule: eager,
  literal: true,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  trigger: triggerAt({ basis: 'window', ratio: contextRatio }),
})
