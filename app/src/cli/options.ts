/** The options of a command: declared once as a table, from which arguments are read and help pages are made. */
import { parseArgs } from 'node:util'
import { Failure, quote } from './failure.js'

/** What an option's value may be. */
export interface Kind<T> {
  /** Its type in the config file. */
  json: 'string' | 'number'
  /** Fails with a line that begins with `where` it was given. */
  read(given: string, where: string): T
}

/** Takes a value, shown as `value` in help; `many` may be given more than once. */
interface Valued<T = unknown> {
  value: string
  kind: Kind<T>
  help: string
  many?: true
}

/** Takes none. */
interface Switch {
  kind?: never
  help: string
}

export type Options = { readonly [name: string]: Valued | Switch }

/** What was given; what was not is not there. */
export type Given<O extends Options> = {
  [name in keyof O]?: O[name] extends Valued<infer T> ? (O[name] extends { many: true } ? T[] : T) : true
}

export const text: Kind<string> = {
  json: 'string',
  read(given, where) {
    if (given === '') throw new Failure(`${where}: the value is empty`)
    return given
  },
}

export const count = (what: string, least: number): Kind<number> => ({
  json: 'number',
  read(given, where) {
    const value = /^\d+$/.test(given) ? Number(given) : NaN
    if (value >= least && Number.isSafeInteger(value)) return value
    throw new Failure(`${where}: ${quote(given)} is not ${what}; expected a whole number from ${least}`)
  },
})

export const oneOf = <T extends string>(what: string, known: readonly T[]): Kind<T> => ({
  json: 'string',
  read(given, where) {
    const found = known.find((name) => name === given)
    if (found === undefined) throw new Failure(`${where}: unknown ${what} ${quote(given)}; known: ${known.join(', ')}`)
    return found
  },
})

export interface Parsed<O extends Options> {
  given: Given<O>
  rest: string[]
  help: boolean
}

export function parse<O extends Options>(command: string, args: readonly string[], options: O): Parsed<O> {
  const types = Object.entries(options).map(([name, option]) => [name, { type: option.kind ? 'string' : 'boolean' }] as const)
  // Strict mode would throw messages of several lines, and refuse a value that begins with a dash.
  const { tokens } = parseArgs({ args: [...args], options: Object.fromEntries(types), strict: false, tokens: true })
  const given: { [name: string]: unknown } = {}
  const rest: string[] = []
  // Help is for those who do not know the options yet: no mistake in the others stands in its way.
  const help = tokens.some((token) => token.kind === 'option' && (token.name === 'help' || token.rawName === '-h'))
  for (const token of help ? [] : tokens) {
    if (token.kind === 'positional') rest.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName } = token
    const option = Object.hasOwn(options, name) && rawName === `--${name}` ? options[name] : undefined
    if (!option) throw new Failure(`unknown option ${rawName}; loadline ${command} --help lists the known ones`)
    if (!option.kind) {
      if (token.value !== undefined) throw new Failure(`${rawName} takes no value, ${quote(token.value)} was given`)
      given[name] = true
      continue
    }
    if (token.value === undefined) throw new Failure(`${rawName} needs a value: ${rawName} ${option.value}`)
    if (!token.inlineValue && token.value.startsWith('--')) {
      throw new Failure(`${rawName} needs a value: ${rawName} ${option.value} (${rawName}=${token.value} if that is the value)`)
    }
    const value = option.kind.read(token.value, rawName)
    given[name] = option.many ? [...((given[name] as unknown[] | undefined) ?? []), value] : value
  }
  return { given: given as Given<O>, rest, help }
}
