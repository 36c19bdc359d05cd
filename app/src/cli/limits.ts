/** `loadline limits`: what a tool may say of a text, by the limits of a tool_config.yaml. */
import type { Locale } from '@loadline/engine'
import { cutMarker, type OutputLimits, outputTruncated, shorten, truncateOutput } from '@loadline/engine/passes'
import { ConfigError } from '../config/keyed-yaml.js'
import { limitsFor, readToolConfig } from '../config/tool-config.js'
import { command } from './command.js'
import { Failure } from './failure.js'
import { type Io, isOff, say, write } from './io.js'
import { text } from './options.js'
import { nameOf, readBytes, readText } from './read.js'
import { configured, settings } from './settings.js'

export const limits = command({
  name: 'limits',
  summary: 'cuts the output of a tool as a tool_config.yaml says',
  operands: ['[FILE|-]'],
  details: [
    'Reads what a tool returned from FILE or the standard input and writes what its limits leave of it. Both ends stay, and the lines that tell of errors; a marker says how much went.',
    'What the file does not say of a tool follows its default. On stderr stands how much shorter the text became, if it did.',
  ],
  options: {
    config: { value: 'FILE', kind: text, help: 'the tool_config.yaml' },
    tool: { value: 'NAME', kind: text, help: 'the tool whose limits hold' },
    literal: { help: 'cut by plain arithmetic, without an eye for errors: 40 % of the characters from each end, half of the lines' },
    locale: settings.locale,
  },
  exits: { 0: 'done', 1: 'an error that is not yours', 2: 'bad usage or input: one line on stderr says what' },

  async run(given, [file], io) {
    if (isOff(io)) return passThrough(file, io)
    const { config, tool, literal = false } = given
    if (config === undefined) throw new Failure('limits needs a config: --config tool_config.yaml')
    if (tool === undefined) throw new Failure('limits needs a tool: --tool NAME')
    if (file === undefined ? config === '-' : file === config)
      throw new Failure(`--config ${config} is the text itself; give it another file`)
    const { locale = literal ? 'zh-CN' : 'en' } = { ...(await configured(io)), ...given }
    const held = await limitsIn(config, tool, io)
    const content = await readText(file, io, 'UTF-8')
    const left = cut(content, held, literal, locale)
    await write(io.stdout, left)
    if (left.length < content.length) await sayCut(tool, content, left, held, locale, io)
    return 0
  },
})

async function passThrough(file: string | undefined, io: Io): Promise<number> {
  for await (const bytes of readBytes(file, io)) await write(io.stdout, bytes)
  await say(io, 'off (LOADLINE=off): passed through unchanged')
  return 0
}

async function limitsIn(config: string, tool: string, io: Io): Promise<Required<OutputLimits>> {
  try {
    return limitsFor(readToolConfig(await readText(config, io, 'YAML in UTF-8')), tool)
  } catch (error) {
    throw error instanceof ConfigError ? new Failure(`${nameOf(config)}: ${error.message}`) : error
  }
}

function cut(content: string, held: Required<OutputLimits>, literal: boolean, locale: Locale): string {
  if (literal) return truncateOutput(content, held, { locale })
  const { maxChars, maxLines, strategy } = held
  const kept = strategy === 'summarize' ? 'head_tail' : strategy
  return shorten(content, { maxChars, maxLines, strategy: kept }, (chars, lines) => cutMarker(chars, lines, locale))
}

async function sayCut(tool: string, { length: before }: string, { length: after }: string, held: OutputLimits, locale: Locale, io: Io) {
  await say(io, outputTruncated(tool, { before, after }, locale))
  if (held.strategy === 'summarize') await say(io, `${tool} is to be summarised; that takes a model, so both ends were kept instead`)
}
