/** Has a model sum up a conversation; the caller brings the model. */
import type { SessionMessage } from './build-context.js'
import { textIn } from './terminal-results.js'

export interface GenerateSummaryOptions {
  /** In which the summary is written. Default: that of the conversation. */
  language?: string
}

/** The summary, trimmed; '' for no messages. */
export async function generateSummary(
  messages: readonly SessionMessage[],
  model: (prompt: string) => Promise<string>,
  { language = 'the language of the conversation' }: GenerateSummaryOptions = {},
): Promise<string> {
  if (messages.length === 0) return ''
  return (await model(summaryPrompt(messages, language))).trim()
}

function summaryPrompt(messages: readonly SessionMessage[], language: string): string {
  return `Sum up the conversation below, so that it can go on from your summary alone. Write in ${language}. Say:
1. what was done
2. where things stand
3. what must be remembered: file paths, code, decisions, open errors
4. what comes next

${messages.map(({ role, content, contentParts }) => `${role}: ${textIn(contentParts ?? content)}`).join('\n\n')}
`
}
