/** The request in a text, and how to write it back in the shape it came in: a list, a body, or a transcript. */
import { Failure, quote } from './failure.js'
import { parseJson } from './json.js'

export interface Input {
  /** What the engine takes: a list of messages or a provider's body. */
  request: unknown
  /** Named by a transcript's header. */
  model?: string
  /** A request of the same kind, as text in the shape of this one. */
  print(request: unknown): string
}

const EXPECTED = 'expected a list of messages, a request body or a transcript (.jsonl)'

export function readRequest(text: string, name: string): Input {
  if (text.trim() === '') throw new Failure(`${name} is empty; ${EXPECTED}`)
  const lines = linesOf(text)
  const [first] = lines
  if (lines.length > 1 && first && isFields(tryJson(first.text))) return transcript(lines, name)
  const request = parseJson(text, name)
  checkDepth(request, name)
  if (isFields(request) && 'role' in request && !('messages' in request)) return { request: [request], print: printLines('') }
  return { request, print: (changed) => `${JSON.stringify(changed)}\n` }
}

interface Line {
  text: string
  number: number
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '')
}

/** One message a line; a first line that is no message is the header, kept letter for letter. */
function transcript(lines: readonly Line[], name: string): Input {
  let header = ''
  let model: unknown
  const request: unknown[] = []
  for (const [index, { text, number }] of lines.entries()) {
    const value = parseJson(text, name, number)
    checkDepth(value, name)
    if (isFields(value) && typeof value.role === 'string') request.push(value)
    else if (index === 0) {
      header = `${text}\n`
      model = isFields(value) ? value.model : undefined
    } else throw new Failure(`${name}: line ${number} is not a message: expected an object with a "role", not ${quote(text)}`)
  }
  return { request, print: printLines(header), ...(typeof model === 'string' && { model }) }
}

const printLines = (header: string) => (messages: unknown) =>
  header + (messages as unknown[]).map((message) => `${JSON.stringify(message)}\n`).join('')

/** No message nests like this, and deeper still the stack would overflow somewhere. */
const DEEPEST = 500

function checkDepth(value: unknown, name: string): void {
  if (isDeeper(value, DEEPEST)) throw new Failure(`${name} is nested more than ${DEEPEST} levels deep; ${EXPECTED}`)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return (Array.isArray(value) ? value : Object.values(value)).some((each) => isDeeper(each, levels - 1))
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isFields = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
