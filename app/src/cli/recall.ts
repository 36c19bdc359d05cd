/** `loadline recall`: the original behind an id, from the history as it happened. */
import { recall as recallOriginal, type Recalled, type Slice } from '@loadline/engine'
import { command } from './command.js'
import { Failure, quote } from './failure.js'
import { type Io, write } from './io.js'
import { count, type Kind, text } from './options.js'
import { nameOf, readText } from './read.js'
import { readRequest } from './request.js'
import { configured, settings } from './settings.js'
import { similarIds } from './similar-ids.js'

const span: Kind<[number, number]> = {
  json: 'string',
  read(given, where) {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(given) ?? []
    if (Number(from) >= 1 && Number(from) <= Number(to)) return [Number(from), Number(to)]
    throw new Failure(`${where}: ${quote(given)} is not a range of lines; expected A-B, such as 10-42`)
  },
}

export const recall = command({
  name: 'recall',
  summary: 'prints the original of what was left out',
  operands: ['ID', '[FILE|-]'],
  details: [
    'ID is that of a message, a part or a tool call, as placeholders and receipts name it; FILE or the standard input is the history as it happened.',
    'Without a slice the text is printed byte for byte; with one, the lines that stand there, and on stderr which they are.',
  ],
  options: {
    format: settings.format,
    grep: { value: 'S', kind: text, help: 'the lines around the first that has S; without one, around the closest' },
    lines: { value: 'A-B', kind: span, help: 'the lines from A to B, counted from 1' },
    around: { value: 'N', kind: count('a line', 1), help: 'the lines around line N' },
    json: { help: 'print text, lines and the original message as JSON' },
  },
  exits: { 0: 'done', 1: 'an error that is not yours', 2: 'bad usage or input, or no such id: one line on stderr says what' },

  async run(given, [id, file], io) {
    if (id === undefined) throw new Failure('recall needs an ID: loadline recall ID [FILE|-]')
    const { grep, lines, around } = given
    const slices = (['grep', 'lines', 'around'] as const).filter((name) => given[name] !== undefined)
    if (slices.length > 1) throw new Failure(`${slices.map((name) => `--${name}`).join(' and ')} were given; take one of them`)
    const slice: Slice = {
      ...(grep !== undefined && { grep }),
      ...(lines && { lines }),
      ...(around !== undefined && { around }),
    }
    const { format } = { ...(await configured(io)), ...given }
    const { request } = readRequest(await readText(file, io), nameOf(file))
    const recalled = recallOriginal(request, id, slice, format ? { adapter: format } : {})
    if (!recalled) throw new Failure(`no message, part or call ${quote(id)} in ${nameOf(file)}${hint(id, request)}`)
    if (given.json) await write(io.stdout, `${JSON.stringify(recalled)}\n`)
    else if (slices.length === 0) await write(io.stdout, recalled.text)
    else await printSlice(recalled, grep, io)
    return 0
  },
})

async function printSlice(recalled: Recalled, grep: string | undefined, io: Io): Promise<void> {
  await write(io.stderr, `${whereFound(recalled, grep)}\n`)
  await write(io.stdout, `${recalled.text}\n`)
}

const MOST_PLACES = 20

function whereFound({ matched, from, to, lines, also }: Recalled, grep: string | undefined): string {
  const missed = grep !== undefined && !matched ? `no line has ${quote(grep)}; the closest: ` : ''
  const more = also.length > MOST_PLACES ? ` and ${also.length - MOST_PLACES} more` : ''
  const others = also.length > 0 ? `; also at ${also.slice(0, MOST_PLACES).join(', ')}${more}` : ''
  return `${missed}lines ${from}-${to} of ${lines}${others}`
}

function hint(id: string, request: unknown): string {
  const similar = similarIds(id, request)
  return similar.length > 0 ? `; similar: ${similar.join(', ')}` : ''
}
