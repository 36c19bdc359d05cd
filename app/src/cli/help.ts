/** Help pages, made of the tables that arguments are read by. */
import type { Options } from './options.js'
import { CONFIG, environmentName, settings } from './settings.js'

/** What docs and help pages are made of. */
export interface Description<O extends Options = Options> {
  name: string
  /** One line, for the list of commands. */
  summary: string
  /** What stands after the options, as help shows it. */
  operands: readonly string[]
  options: O
  /** Paragraphs under the usage. */
  details: readonly string[]
  exits: { readonly [code: number]: string }
}

export function mainPage(commands: readonly Description[], version: string): string {
  return page([
    [`loadline ${version}: keeps the context of an LLM agent or chat above its load line.`],
    ['Usage: loadline COMMAND [OPTION]... [FILE|-]'],
    ['Commands:', ...columns(commands.map(({ name, summary }) => [name, summary]))],
    ['loadline COMMAND --help says more; loadline --version prints the version.'],
    settingsNote(),
    ['LOADLINE=off in the environment makes fit pass everything through unchanged.'],
  ])
}

export function commandPage({ name, operands, options, details, exits }: Description): string {
  return page([
    [`Usage: loadline ${[name, '[OPTION]...', ...operands].join(' ')}`],
    ...details.map((paragraph) => wrap(paragraph, WIDTH)),
    ['Options:', ...columns([...Object.entries(options).map(optionRow), ['--help', 'this page']])],
    ...(Object.keys(options).some((option) => Object.hasOwn(settings, option)) ? [settingsNote()] : []),
    ['Exit codes:', ...columns(Object.entries(exits))],
  ])
}

function settingsNote(): string[] {
  const names = Object.keys(settings)
  const [first = ''] = names
  return wrap(
    `${CONFIG} in the working directory may set ${names.join(', ')}; over it the environment (${environmentName(first)} and so on), over both the options.`,
    WIDTH,
  )
}

function optionRow([name, option]: [string, Options[string]]): [string, string] {
  if (!option.kind) return [`--${name}`, option.help]
  return [`--${name} ${option.value}`, option.many ? `${option.help}; may be given more than once` : option.help]
}

const WIDTH = 100

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.flatMap(([name, said]) =>
    wrap(said, WIDTH - left - 2).map((line, index) => `  ${(index === 0 ? name : '').padEnd(left)}${line}`),
  )
}

function wrap(paragraph: string, width: number): string[] {
  const lines: string[] = []
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const page = (paragraphs: readonly (readonly string[])[]): string => `${paragraphs.map((paragraph) => paragraph.join('\n')).join('\n\n')}\n`
