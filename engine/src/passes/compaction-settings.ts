/** What a user sets about summaries, globally and for one session, and the words for it. */
import type { Locale } from '../types.js'

export interface CompactionSettings {
  autoCompaction: boolean
  /** Share of the usable window at which a summary is due. */
  compactionThreshold: number
}

export const COMPACTION_DEFAULTS: CompactionSettings = { autoCompaction: true, compactionThreshold: 0.6 }

/** What a slider offers. */
export const THRESHOLD_RANGE = { min: 0.4, max: 0.9, step: 0.05 } as const

/** Within the range; the default for what is no number. */
export function clampThreshold(threshold: number | undefined): number {
  if (threshold === undefined || Number.isNaN(threshold)) return COMPACTION_DEFAULTS.compactionThreshold
  return Math.min(THRESHOLD_RANGE.max, Math.max(THRESHOLD_RANGE.min, threshold))
}

type Settings = { [K in keyof CompactionSettings]?: CompactionSettings[K] | undefined }

/** The session's own switch, where it is set, goes over the global one. */
export function compactionSettings(global: Settings = {}, session: Pick<Settings, 'autoCompaction'> = {}): CompactionSettings {
  return {
    autoCompaction: session.autoCompaction ?? global.autoCompaction ?? COMPACTION_DEFAULTS.autoCompaction,
    compactionThreshold: clampThreshold(global.compactionThreshold),
  }
}

type Strategy = 'cost' | 'balanced' | 'retention'

const LABELS: Record<Locale, Record<Strategy, string>> = {
  en: { cost: 'Cost first', balanced: 'Balanced', retention: 'Retention first' },
  'zh-CN': { cost: '成本优先', balanced: '平衡模式', retention: '信息保留' },
}

const DESCRIPTIONS: Record<Locale, Record<Strategy, string>> = {
  en: {
    cost: 'Summarises more often and saves tokens',
    balanced: 'Balances cost against how much context is kept',
    retention: 'Keeps as much context as possible',
  },
  'zh-CN': { cost: '更频繁压缩，节省 token 消耗', balanced: '在成本和上下文保留间取得平衡', retention: '尽可能保留更多上下文信息' },
}

/** Below 60 % cost first, from 60 % balanced, from 75 % retention first. */
export function strategyLabel(threshold: number, locale: Locale = 'zh-CN'): string {
  return LABELS[locale][strategyOf(threshold)]
}

export function strategyDescription(threshold: number, locale: Locale = 'zh-CN'): string {
  return DESCRIPTIONS[locale][strategyOf(threshold)]
}

/** As seed 004's appendix A has it: up to and with 60 % cost first, up to and with 75 % balanced. */
export function strategyLabelAppendixA(threshold: number, locale: Locale = 'zh-CN'): string {
  return LABELS[locale][threshold <= 0.6 ? 'cost' : threshold <= 0.75 ? 'balanced' : 'retention']
}

/** By whole percent: sliders add up steps, and 0.05 has no exact sum. */
function strategyOf(threshold: number): Strategy {
  const percent = Math.round(threshold * 100)
  return percent < 60 ? 'cost' : percent < 75 ? 'balanced' : 'retention'
}
