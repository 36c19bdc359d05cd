/** What fit and explain have in common: their inputs, read and handed to the engine. */
import { type Budget, type FitOptions, recall } from '@loadline/engine'
import { type Io, say } from './io.js'
import { readLedger } from './ledger-file.js'
import { count, type Given, type Options, text } from './options.js'
import { nameOf, readText } from './read.js'
import { type Input, readRequest } from './request.js'
import { configured, settings } from './settings.js'

export const inputs = {
  ...settings,
  model: { value: 'M', kind: text, help: 'the model meant when the request names none' },
  now: { value: 'MS', kind: count('a time in milliseconds', 0), help: 'the time of the call, in milliseconds; default: the clock' },
  pin: { value: 'ID', kind: text, help: 'a message or part that stays as it is', many: true },
} satisfies Options

export interface Prepared {
  input: Input
  options: FitOptions
  ledgerFile: string | undefined
}

export async function prepare(given: Given<typeof inputs>, file: string | undefined, io: Io): Promise<Prepared> {
  const { format, preset, window, reserve, locale, ledger } = { ...(await configured(io)), ...given }
  const input = readRequest(await readText(file, io), nameOf(file))
  const model = given.model ?? input.model
  const options: FitOptions = {
    now: given.now ?? io.now(),
    pins: given.pin ?? [],
    ...(model !== undefined && { model }),
    ...(format && { adapter: format }),
    ...(preset && { preset }),
    ...(window !== undefined && { window }),
    ...(reserve !== undefined && { reserve }),
    ...(locale && { locale }),
    ...(ledger !== undefined && { ledger: await readLedger(ledger, io) }),
  }
  return { input, options, ledgerFile: ledger }
}

/** What the user may not have meant. Said after the engine accepted the request, so that a failure stays one line. */
export async function sayDoubts({ input, options }: Prepared, { window }: Budget, io: Io): Promise<void> {
  if (options.window === undefined) await say(io, `no window given; assuming ${window} tokens (--window N sets it)`)
  const shape = options.adapter ? { adapter: options.adapter } : {}
  for (const id of options.pins ?? []) {
    if (!recall(input.request, id, {}, shape)) await say(io, `--pin ${id}: no such message or part; nothing is pinned by it`)
  }
}
