/**
 * A fixture file: the input, what is done to it, what is expected.
 *
 *     user       Fix the build
 *     result a   (900 chars)
 *     @@@ elide { keep: 1 }  excess 500
 *     user       Fix the build
 *     result a   [elided; recall $2.0]
 *     @@@ plan
 *     elide $2.0 -280 old tool result
 *     refused elide $4.0 pinned
 *
 * The settings name a pass with its options, or `preset NAME`; behind it, in any order:
 * `excess N` `window N` `now +20m` `locale zh-CN` `tools recall,read` `pin $3` `schedule priced` `cold`.
 * The plan, where one is given, lists edits as PASS TARGET [TOKENS] REASON, and refusals with `refused` in front.
 */
import type { Json, Locale } from '../../src/types.js'
import { spanOf, TIME_ZERO } from './flags.js'
import { readLooseJson } from './loose-json.js'
import { parse, type PlainMessage } from './notation-parse.js'

export interface Settings {
  pass?: string
  options: { [name: string]: Json }
  preset?: string
  excess?: number
  window?: number
  /** Milliseconds, on the same clock as the messages' times. */
  now?: number
  locale?: Locale
  schedule?: 'eager' | 'priced'
  cold: boolean
  tools: string[]
  /** As written: `$3` or `$3.0`. */
  pins: string[]
}

/** One line of an expected plan. */
export interface PlanFact {
  refused: boolean
  pass: string
  /** As written: `$3` or `$3.0`. */
  target: string
  /** Tokens more (or, below zero, fewer) than before. */
  delta?: number
  reason?: string
}

export interface Fixture {
  input: PlainMessage[]
  settings: Settings
  expected: PlainMessage[]
  plan?: PlanFact[]
}

export const readFixture = (text: string): Fixture => {
  const [input = '', ...blocks] = text.split(/^@@@/m)
  const [done, plan] = blocks
  if (done === undefined || blocks.length > 2)
    throw new SyntaxError('a fixture is: input, a line `@@@ settings`, expected, and at most `@@@ plan`')
  const { line, body } = opened(done)
  const facts = plan === undefined ? undefined : opened(plan)
  if (facts && facts.line !== 'plan') throw new SyntaxError(`the third block is \`@@@ plan\`, not \`@@@ ${facts.line}\``)
  return { input: parse(input), settings: readSettings(line), expected: parse(body), ...(facts && { plan: readFacts(facts.body) }) }
}

/** The id that `$3` or `$3.0` stands for, by the input's message ids. */
export const resolve = (reference: string, ids: readonly string[]): string => {
  const [, number, part = ''] = /^\$(\d+)((?:\.\d+)?)$/.exec(reference) ?? []
  const id = ids[Number(number) - 1]
  if (!id) throw new SyntaxError(`${reference} names none of the ${ids.length} messages`)
  return id + part
}

const opened = (block: string) => {
  const end = block.indexOf('\n')
  return { line: (end < 0 ? block : block.slice(0, end)).trim(), body: end < 0 ? '' : block.slice(end + 1) }
}

const readSettings = (line: string): Settings => {
  const settings: Settings = { options: {}, cold: false, tools: [], pins: [] }
  const [, name = '', behind = ''] = /^([\w-]+)\s*(.*)$/.exec(line) ?? []
  let rest = behind
  if (name === 'preset') {
    settings.preset = /^[\w-]+/.exec(rest)?.[0] ?? ''
    rest = rest.slice(settings.preset.length).trim()
  } else settings.pass = name
  if (name === '' || settings.preset === '') throw new SyntaxError(`settings start with a pass or \`preset NAME\`, not: ${line}`)
  if (rest.startsWith('{')) {
    const read = readLooseJson(rest)
    settings.options = read.value as Settings['options']
    rest = read.rest.trim()
  }
  const words = rest.split(/\s+/).filter((word) => word !== '')
  while (words.length > 0) {
    const word = words.shift() as string
    if (word === 'cold') {
      settings.cold = true
      continue
    }
    const set = WORDS[word]
    if (!set) throw new SyntaxError(`unknown setting ${word}; known: ${Object.keys(WORDS).join(', ')}, cold`)
    const value = words.shift()
    if (value === undefined) throw new SyntaxError(`${word} needs a value`)
    set(settings, value)
  }
  return settings
}

const WORDS: { [word: string]: (settings: Settings, value: string) => void } = {
  excess: (settings, value) => (settings.excess = numberOf(value)),
  window: (settings, value) => (settings.window = numberOf(value)),
  now: (settings, value) => (settings.now = TIME_ZERO + spanOf(value)),
  locale: (settings, value) => (settings.locale = oneOf(value, ['en', 'zh-CN'])),
  schedule: (settings, value) => (settings.schedule = oneOf(value, ['eager', 'priced'])),
  tools: (settings, value) => settings.tools.push(...value.split(',')),
  pin: (settings, value) => settings.pins.push(value),
}

const numberOf = (value: string): number => {
  const number = Number(value.replaceAll(/[_,]/g, ''))
  if (Number.isNaN(number)) throw new SyntaxError(`a number expected, not ${value}`)
  return number
}

const oneOf = <T extends string>(value: string, known: readonly T[]): T => {
  const found = known.find((each) => each === value)
  if (found === undefined) throw new SyntaxError(`one of ${known.join(', ')} expected, not ${value}`)
  return found
}

const readFacts = (body: string): PlanFact[] =>
  body
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, refused, pass = '', target = '', delta, reason = ''] =
        /^(refused\s+)?([\w-]+)\s+(\$\d+(?:\.\d+)?)(?:\s+([+-]\d+))?(?:\s+(.*))?$/.exec(line.trim()) ?? []
      if (pass === '') throw new SyntaxError(`a plan line is PASS TARGET [TOKENS] REASON, not: ${line}`)
      const said = reason.replace(/^"(.*)"$/, '$1').trim()
      return {
        refused: refused !== undefined,
        pass,
        target,
        ...(delta !== undefined && { delta: Number(delta) }),
        ...(said && { reason: said }),
      }
    })
