/** What one provider or another refuses, for formats that serve them all: told of messages in words of no format. */
import { pairing } from './pairing.js'

export interface Told {
  role: 'system' | 'user' | 'assistant' | 'tool'
  /** What it holds, besides calls and results. */
  said: readonly ('text' | 'blank' | 'thinking' | 'other')[]
  calls: readonly string[]
  results: readonly string[]
}

export const illegalTurns = (messages: readonly Told[]): string[] => {
  const pairs = pairing()
  const { complaints } = pairs
  const first = messages.findIndex(({ role }) => role !== 'system')
  if (first >= 0 && messages[first]?.role !== 'user') complaints.push(`messages[${first}]: the first message is not the user’s`)
  messages.forEach(({ role, said, calls, results }, i) => {
    const complain = (what: string) => complaints.push(`messages[${i}]: ${what}`)
    if (role === 'tool') for (const id of results) pairs.result(id, i)
    else pairs.close()
    for (const id of calls) pairs.call(id, i)
    if (said.length + calls.length + results.length === 0 && role !== 'tool') complain('no content')
    if (said.includes('blank')) complain('empty text')
    if (role !== 'assistant') return
    if (said.length > 0 && calls.length === 0 && said.every((kind) => kind === 'thinking')) complain('nothing but thinking')
    else if (said.at(-1) === 'thinking' && calls.length === 0) complain('ends with thinking')
  })
  pairs.close()
  return complaints
}

export const textOrBlank = (text: unknown): 'text' | 'blank' => (String(text).trim() === '' ? 'blank' : 'text')
