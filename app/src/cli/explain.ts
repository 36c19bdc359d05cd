/** `loadline explain`: what fit would do, as a receipt a person can read. */
import { explain as explainPlan, type Locale, plan as planRequest } from '@loadline/engine'
import { command } from './command.js'
import { type Io, isOff, say, write } from './io.js'
import { inputs, prepare, sayDoubts } from './prepare.js'

export const explain = command({
  name: 'explain',
  summary: 'says what fit would leave out, and why',
  operands: ['[FILE|-]'],
  details: ['Takes the inputs of fit and prints the receipt of its plan. Nothing is written: not the request, not the ledger.'],
  options: { ...inputs, json: { help: 'print the plan as JSON' } },
  exits: {
    0: 'the request fits',
    1: 'an error that is not yours',
    2: 'bad usage or input: one line on stderr says what',
    3: 'it cannot fit; the receipt is printed all the same',
  },

  async run(given, [file], io) {
    if (isOff(io)) return sayOff(given.json ?? false, io)
    const prepared = await prepare(given, file, io)
    const { input, options } = prepared
    const plan = planRequest(input.request, options)
    await sayDoubts(prepared, plan.budget, io)
    const locale: { locale?: Locale } = options.locale ? { locale: options.locale } : {}
    await write(io.stdout, `${given.json ? JSON.stringify(plan) : explainPlan(plan, locale)}\n`)
    return plan.fits ? 0 : 3
  },
})

async function sayOff(json: boolean, io: Io): Promise<number> {
  await say(io, 'off (LOADLINE=off)')
  await write(io.stdout, json ? '{"off":true}\n' : 'Loadline is off: requests are sent as they are.\n')
  return 0
}
