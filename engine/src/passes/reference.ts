/** How a placeholder names what it stands for: it promises `recall` only to a model that has that tool. */
import type { Id, Locale, View } from '../types.js'

export function reference(id: Id, view: View, locale: Locale): string {
  const separator = locale === 'zh-CN' ? '；' : '; '
  return view.envelope.recall ? `${separator}recall ${id}` : `${separator}id ${id}`
}
