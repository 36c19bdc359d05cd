/** Cuts long tool results by plain arithmetic before they are sent for the first time: by the limits of the tool, then of the provider. */
import type { Locale, Pass } from '../types.js'
import { rewriteBodies, rewriteTexts } from './bodies.js'
import { truncateOutput, truncateToolResult, type OutputLimits } from './truncate-text.js'

export interface TruncateOptions extends OutputLimits {
  /** Limits of single tools; what they leave open follows the others. */
  tools?: { readonly [tool: string]: OutputLimits }
  /** What the provider takes of any result. */
  providerChars?: number
}

export const truncate = (options: TruncateOptions = {}): Pass => {
  const { maxChars = 8_000, maxLines = 500, strategy = 'head_tail', tools = {}, providerChars = Infinity } = options
  return {
    name: 'truncate',
    when: 'arrival',
    *run(_, { fresh, locale }) {
      for (const message of fresh) {
        for (const part of message.parts) {
          if (part.kind !== 'result') continue
          const own = { maxChars, maxLines, strategy, ...(Object.hasOwn(tools, part.tool) ? tools[part.tool] : undefined) }
          const content = rewriteBodies(part, (body) => rewriteTexts(body, (text) => cut(text, own, providerChars, locale)))
          const reason = own.strategy === 'summarize' ? 'long output, a summary is wanted' : 'long output'
          if (content) yield { op: 'replace', target: part.id, content, recall: true, reason }
        }
      }
    },
  }
}

/** What an agent lets through of any result, as insurance: never less than the tool's own limit. */
export function agentCap(limits: OutputLimits, agentChars = 8_000): number {
  return limits.strategy === 'none' ? Infinity : Math.max(agentChars, limits.maxChars ?? 0)
}

/** One cut, so that its counts are those of the original. */
function cut(text: string, limits: Required<OutputLimits>, providerChars: number, locale: Locale): string {
  if (limits.strategy === 'none') return truncateToolResult(text, providerChars, { locale })
  return truncateOutput(text, { ...limits, maxChars: Math.min(limits.maxChars, providerChars) }, { locale })
}
