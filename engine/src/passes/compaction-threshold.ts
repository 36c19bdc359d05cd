/** When a conversation is due for a summary: triggers in tokens, by window or by what of it an answer leaves. */

/** A share of the whole window, or of what is usable of it. */
export interface Trigger {
  basis: 'window' | 'usable'
  ratio: number
  /** Kept free for the answer where `basis` is 'usable'. */
  reserve?: number
  /** Of a small window at least this share is usable. */
  floorRatio?: number
}

/** Kept free for the answer. */
export const OUTPUT_RESERVE = 32_000

/** The most tokens a request may have without setting it off. */
export function triggerTokens({ basis, ratio, reserve = OUTPUT_RESERVE, floorRatio = 0.5 }: Trigger, window: number): number {
  const available = basis === 'window' ? window : Math.max(window - reserve, Math.floor(window * floorRatio))
  return floor(available * ratio)
}

/** A preset's trigger: pressure begins and ends there, or at the limit where that is lower. */
export const triggerAt =
  (trigger: Trigger) =>
  ({ window, limit }: { window: number; limit: number }): { high: number; low: number } => {
    const tokens = Math.min(triggerTokens(trigger, window), limit)
    return { high: tokens, low: tokens }
  }

export function compactionThreshold(window: number, threshold = 0.6, reserve = OUTPUT_RESERVE): number {
  return triggerTokens({ basis: 'usable', ratio: threshold, reserve }, window)
}

export interface Load {
  tokens: number
  /** Null when nobody knows it: then nothing overflows. */
  window: number | null
  threshold?: number
  reserve?: number
}

export function isOverflow({ tokens, window, threshold, reserve }: Load): boolean {
  return window !== null && tokens > compactionThreshold(window, threshold, reserve)
}

/** 70 % of 168,000 is 117,600, though 168000 * 0.7 is a little less. */
const floor = (tokens: number) => Math.floor(tokens + 1e-6)
