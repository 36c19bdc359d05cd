/** A long attachment as its first lines and a word on how to read the rest, where the model has a tool for that. */
import type { Locale } from '../types.js'
import { countLines } from '../core/text.js'
import { middleLines } from './middle.js'

export interface Attachment {
  name: string
  text: string
  /** What the tools know it by, where that is not its name. */
  key?: string
}

export interface PreviewOptions {
  /** The model's tools. */
  tools: readonly string[]
  /** Attachments up to this many lines are sent whole. */
  maxLines?: number
  previewLines?: number
  locale?: Locale
}

const READERS = ['read_file', 'search_file_content']

const TEXTS: Record<Locale, (shown: number, lines: number, tools: string[], key: string) => string> = {
  en: (shown, lines, tools, key) => `[... the first ${shown} of ${lines} lines; for the rest use ${tools.join(' or ')} with "${key}"]`,
  'zh-CN': (shown, lines, tools, key) => `[... 前 ${shown} 行，共 ${lines} 行；其余内容请用 ${tools.join(' 或 ')} 读取 "${key}"]`,
}

/** The text to send. Without a tool to read the rest it is sent whole. */
export function attachmentPreview({ name, text, key = name }: Attachment, options: PreviewOptions): string {
  const { tools, maxLines = 500, previewLines = 100, locale = 'zh-CN' } = options
  const readers = READERS.filter((reader) => tools.includes(reader))
  const lines = countLines(text)
  if (lines <= maxLines || readers.length === 0) return text
  return text.slice(0, middleLines(text, previewLines, 0).from) + TEXTS[locale](previewLines, lines, readers, key)
}
