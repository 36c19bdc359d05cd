/** What Gemini's generateContent refuses. */
import type { Native } from './native-fields.js'
import { pairing, type Pairing } from './pairing.js'

/** `original` tells whether the model signs its calls: then each answer's first call has to be signed. */
export const illegalInGemini = (contents: readonly Native[], original?: readonly Native[]): string[] => {
  const pairs = pairing()
  const { complaints } = pairs
  if (contents[0]?.['role'] !== 'user') complaints.push('messages[0]: the first message is not the user’s')
  const signed = (original ?? []).some((content) => partsOf(content).some((part) => 'functionCall' in part && part['thoughtSignature']))
  contents.forEach((content, i) => checkContent(content, i, signed, complaints))
  for (const turn of turnsOf(contents)) {
    if (turn.role === 'user') responses(turn.parts, pairs)
    else pairs.close()
    if (turn.role === 'model') named('functionCall', turn.parts, pairs.call)
  }
  pairs.close()
  return complaints
}

const checkContent = (content: Native, i: number, signed: boolean, complaints: string[]) => {
  const complain = (what: string) => complaints.push(`messages[${i}]: ${what}`)
  const { role } = content
  if (role !== 'user' && role !== 'model') complain(`role ${String(role)}`)
  const parts = partsOf(content)
  if (parts.length === 0) return complain('no parts')
  if (parts.some((part) => part['text'] === '' && !part['thoughtSignature'])) complain('a part without data')
  if (parts.some((part) => (role === 'user' ? 'functionCall' : 'functionResponse') in part)) complain('a part of the other role')
  if (parts.some(({ functionResponse }) => functionResponse && !isObject((functionResponse as Native)['response'])))
    complain('a response that is no object')
  if (role === 'model' && parts.every(({ thought }) => thought === true)) complain('nothing but thinking')
  const first = parts.find((part) => 'functionCall' in part)
  if (signed && first && !first['thoughtSignature']) complain('the first call is not signed')
}

type Placed = { part: Native; index: number }

/** Consecutive contents of one role are one turn. */
const turnsOf = (contents: readonly Native[]): { role: unknown; parts: Placed[] }[] => {
  const turns: { role: unknown; parts: Placed[] }[] = []
  contents.forEach((content, index) => {
    const parts = partsOf(content).map((part) => ({ part, index }))
    const last = turns.at(-1)
    if (last && last.role === content['role']) last.parts.push(...parts)
    else turns.push({ role: content['role'], parts })
  })
  return turns
}

/** Responses come before everything else in the turn that answers. */
const responses = (parts: readonly Placed[], pairs: Pairing) => {
  const other = parts.findIndex(({ part }) => !('functionResponse' in part))
  const leading = other < 0 ? parts : parts.slice(0, other)
  named('functionResponse', leading, pairs.result)
  for (const { part, index } of parts.slice(leading.length))
    if ('functionResponse' in part) pairs.complaints.push(`messages[${index}]: a response after other content`)
  pairs.close()
}

/** Without ids the first response of a name answers the first call of that name. */
const named = (field: 'functionCall' | 'functionResponse', parts: readonly Placed[], tell: (id: string, index: number) => void) => {
  const met = new Map<unknown, number>()
  for (const { part, index } of parts) {
    if (!(field in part)) continue
    const { id, name } = part[field] as Native
    const count = (met.get(name) ?? 0) + 1
    met.set(name, count)
    tell(id === undefined ? `${String(name)} ${count}` : String(id), index)
  }
}

const partsOf = ({ parts }: Native): Native[] => (Array.isArray(parts) ? (parts as Native[]) : [])

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
