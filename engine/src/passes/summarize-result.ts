/** Has a cheap model summarise a tool result that is too long, where a cut would lose the sense. */
import type { Locale } from '../types.js'
import { cutBefore } from '../core/text.js'
import { truncateToolResult } from './truncate-text.js'

/** Answers a prompt; the caller's own client. */
export type Ask = (prompt: string, model: string) => Promise<string>

export interface SummarizeResultOptions {
  model?: string
  /** So much of the result is shown to the model. */
  maxInputChars?: number
  locale?: Locale
}

const PROMPTS: Record<Locale, (maxChars: number, content: string) => string> = {
  'zh-CN': (maxChars, content) => `请将以下内容摘要到${maxChars}字符以内，保留关键信息：

${content}

要求：
1. 保留所有重要的定义和结构
2. 删除重复和冗余信息
3. 保持代码片段的可读性
`,
  en: (maxChars, content) => `Summarise the following in at most ${maxChars} characters, keeping what is essential:

${content}

Requirements:
1. Keep all important definitions and structure
2. Remove what is repeated or redundant
3. Keep pieces of code readable
`,
}

/** Within the limit in any case: an answer that is longer is cut, and in place of an empty one the result itself. */
export async function summarizeToolResult(
  content: string,
  maxChars = 8_000,
  ask: Ask,
  { model = 'qwen-turbo', maxInputChars = 50_000, locale = 'zh-CN' }: SummarizeResultOptions = {},
): Promise<string> {
  if (content.length <= maxChars) return content
  const shown = content.slice(0, cutBefore(content, maxInputChars))
  const summary = await ask(PROMPTS[locale](maxChars, shown), model)
  return truncateToolResult(summary.trim() === '' ? content : summary, maxChars, { locale })
}
