/** What is said of a truncation in logs. */
import type { Locale } from '../types.js'

/** Characters before and after. */
export interface Truncation {
  before: number
  after: number
}

/** For the agent's own cut of whatever a tool returned. */
export function resultTruncated({ before, after }: Truncation, locale: Locale = 'zh-CN'): string {
  return locale === 'zh-CN' ? `工具结果被截断: ${before} -> ${after} 字符` : `tool result cut: ${before} -> ${after} characters`
}

/** For a tool's limits. */
export function outputTruncated(tool: string, { before, after }: Truncation, locale: Locale = 'zh-CN'): string {
  const less = ((1 - after / before) * 100).toFixed(1)
  return locale === 'zh-CN'
    ? `工具 ${tool} 输出被截断: ${before} -> ${after} 字符 (${less}% 减少)`
    : `output of ${tool} cut: ${before} -> ${after} characters (${less}% less)`
}
