/** JSON as people write it in a fixture: keys and words without quotes, single quotes, a comma too many. */
import type { Json } from '../../src/types.js'

/** The value at the start of `text`, and what stands behind it. */
export const readLooseJson = (text: string): { value: Json; rest: string } => {
  let at = 0
  const fail = (wanted: string): never => {
    throw new SyntaxError(`${wanted} expected at ${JSON.stringify(text.slice(at, at + 20))} in ${text}`)
  }
  const skip = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  const take = (char: string): boolean => {
    skip()
    if (text[at] !== char) return false
    at++
    return true
  }
  const word = (): string => {
    const [found = fail('a word')] = /^[\w.$+-]+/.exec(text.slice(at)) ?? []
    at += found.length
    return found
  }
  const quoted = (): string => {
    const [found = fail('a closing quote')] = /^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)*'/.exec(text.slice(at)) ?? []
    at += found.length
    if (found.startsWith('"')) return JSON.parse(found) as string
    return found.slice(1, -1).replace(/\\(.)/g, '$1')
  }
  const list = <T>(close: string, item: () => T): T[] => {
    const items: T[] = []
    while (!take(close)) {
      items.push(item())
      if (!take(',') && text[at] !== close) fail(`, or ${close}`)
    }
    return items
  }
  const entry = (): [string, Json] => {
    skip()
    const key = text[at] === '"' || text[at] === "'" ? quoted() : word()
    if (!take(':')) fail(':')
    return [key, value()]
  }
  const value = (): Json => {
    if (take('{')) return Object.fromEntries(list('}', entry))
    if (take('[')) return list(']', value)
    if (text[at] === '"' || text[at] === "'") return quoted()
    const found = word()
    if (found in WORDS) return WORDS[found as keyof typeof WORDS]
    const number = Number(found.replaceAll('_', ''))
    return Number.isNaN(number) ? found : number
  }
  const read = value()
  return { value: read, rest: text.slice(at) }
}

const WORDS = { true: true, false: false, null: null }
