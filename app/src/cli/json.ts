/** JSON from outside: parsed, or refused with the place where it stops being JSON. */
import { Failure } from './failure.js'

/** `name` says whose text it is; `line` at which line of it the text begins. */
export function parseJson(text: string, name: string, line = 1): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(`${name} is not JSON: ${place(text, brokenAt(text), line)}`)
  }
}

function place(text: string, at: number, firstLine: number): string {
  const before = text.slice(0, at).split('\n')
  const found = at < text.length ? `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) as number))}` : 'unexpected end'
  return `line ${firstLine + before.length - 1}, column ${(before.at(-1) as string).length + 1}: ${found}`
}

const SPACE = /[ \t\r\n]*/y
const PLAIN = /[ !#-[\]-\uffff]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Where a text that is not JSON breaks: the messages of JSON.parse say it only sometimes, and differently in each version of Node. */
function brokenAt(text: string): number {
  const open: ('[' | '{')[] = []
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const string = (): boolean => {
    if (text[at] !== '"') return false
    at++
    do take(PLAIN)
    while (take(ESCAPE))
    if (text[at] !== '"') return false
    at++
    return true
  }
  const key = (): boolean => {
    if (!string()) return false
    take(SPACE)
    if (text[at] !== ':') return false
    at++
    return true
  }
  for (let expected: 'value' | 'first' | 'next' = 'value'; ;) {
    take(SPACE)
    const inside = open.at(-1)
    const closes = text[at] === (inside === '{' ? '}' : ']')
    if (inside && closes && expected !== 'value') {
      open.pop()
      at++
      expected = 'next'
      continue
    }
    if (expected === 'next') {
      if (!inside || text[at] !== ',') return at
      at++
      take(SPACE)
    }
    if (inside === '{') {
      if (!key()) return at
      take(SPACE)
    }
    const opens = text[at]
    if (opens === '{' || opens === '[') {
      open.push(opens)
      at++
      expected = 'first'
    } else {
      if (!string() && !take(SCALAR)) return at
      expected = 'next'
    }
  }
}
