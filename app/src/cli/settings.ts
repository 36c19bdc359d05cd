/** What can be set for good: in loadline.config.json, over it in the environment, and over both by an option. */
import { presets, type AdapterName, type Locale, type PresetName } from '@loadline/engine'
import { adapters } from '@loadline/engine/adapters'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, reasonOf } from './failure.js'
import type { Io } from './io.js'
import { parseJson } from './json.js'
import { count, type Given, oneOf, type Options, text } from './options.js'

const FORMATS = Object.keys(adapters) as AdapterName[]
const PRESETS = Object.keys(presets) as PresetName[]
const LOCALES: readonly Locale[] = ['en', 'zh-CN']

export const settings = {
  format: { value: 'F', kind: oneOf('format', FORMATS), help: `${FORMATS.join(' | ')}; told by its fields when left out` },
  preset: { value: 'P', kind: oneOf('preset', PRESETS), help: `${PRESETS.join(' | ')}; default: safe` },
  window: { value: 'N', kind: count('a window in tokens', 1), help: 'tokens the model can hold; 96000 is assumed when left out' },
  reserve: {
    value: 'N',
    kind: count('a reserve in tokens', 0),
    help: "tokens kept free for the answer; default: the request's max_tokens, else min(32000, window / 2)",
  },
  locale: { value: 'L', kind: oneOf('locale', LOCALES), help: `${LOCALES.join(' | ')}: the language of placeholders and receipts` },
  ledger: { value: 'FILE', kind: text, help: 'what earlier calls decided; an absent file is an empty ledger' },
} satisfies Options

export const CONFIG = 'loadline.config.json'

export const environmentName = (setting: string): string => `LOADLINE_${setting.toUpperCase()}`

/** From the config file in the working directory and the environment; the environment wins. */
export async function configured(io: Io): Promise<Given<typeof settings>> {
  return { ...(await fromFile(io)), ...fromEnvironment(io) }
}

async function fromFile({ cwd }: Io): Promise<Given<typeof settings>> {
  const config = parseJson(await readConfig(join(cwd, CONFIG)), CONFIG)
  if (typeof config !== 'object' || config === null || Array.isArray(config)) throw new Failure(`${CONFIG}: expected a JSON object`)
  const given: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(config)) {
    const where = `${JSON.stringify(name)} in ${CONFIG}`
    if (!isSetting(name)) throw new Failure(`${where}: unknown key; known: ${Object.keys(settings).join(', ')}`)
    const { kind } = settings[name]
    if (typeof value !== kind.json) throw new Failure(`${where}: expected a ${kind.json}, not ${JSON.stringify(value)}`)
    given[name] = kind.read(String(value), where)
  }
  return given
}

async function readConfig(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}'
    throw new Failure(`cannot read ${CONFIG}: ${reasonOf(error)}`)
  }
}

function fromEnvironment({ env }: Io): Given<typeof settings> {
  const given: { [name: string]: unknown } = {}
  for (const [name, { kind }] of Object.entries(settings)) {
    const value = env[environmentName(name)]
    if (value) given[name] = kind.read(value, environmentName(name))
  }
  return given
}

const isSetting = (name: string): name is keyof typeof settings => Object.hasOwn(settings, name)
