/** What a part or message is, in a few words: for placeholders and receipts. */
import type { Content, Message, Part, PartOf } from '../types.js'
import { cutAfter, cutBefore } from './text.js'

const LONGEST_ARGUMENT = 80
const LONGEST_EXCERPT = 40

/** `read "src/x.ts"`: the tool, and the argument that tells its calls apart, the first string as it was written. */
export function describeCall(tool: string, call: PartOf<'call'> | undefined): string {
  const value = call?.args.value
  const texts = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : []
  const first = texts.find((text) => typeof text === 'string' && text !== '')
  return typeof first === 'string' ? `${tool} ${quote(first, LONGEST_ARGUMENT)}`.trim() : tool
}

export function describePart(part: Content, call?: PartOf<'call'>): string {
  switch (part.kind) {
    case 'text':
      return quote(part.text, LONGEST_EXCERPT)
    case 'call':
      return `call ${describeCall(part.tool, part as PartOf<'call'>)}`
    case 'result':
      return `result ${describeCall(part.tool, call)}`.trim()
    case 'media':
      return part.mime
    default:
      return part.kind
  }
}

export function describeMessage({ role, parts }: Message, callBehind: (part: Part) => PartOf<'call'> | undefined): string {
  const part = parts.find(({ kind }) => kind !== 'thinking') ?? parts[0]
  if (!part) return role
  return part.kind === 'result' ? describePart(part, callBehind(part)) : `${role} ${describePart(part)}`
}

/** Of a long path the end tells more than the beginning. */
function quote(text: string, longest: number): string {
  const line = text.split('\n', 1)[0] ?? ''
  if (line.length <= longest) return JSON.stringify(line)
  const isPath = /^\S*[/\\]\S*$/.test(line)
  return JSON.stringify(
    isPath ? `...${line.slice(cutAfter(line, line.length - longest))}` : `${line.slice(0, cutBefore(line, longest))}...`,
  )
}
