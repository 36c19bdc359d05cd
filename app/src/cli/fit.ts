/** `loadline fit`: the request that fits, in the shape it came in. */
import { CannotFitError, fit as fitRequest, type Fitted, plan as planRequest, type Plan } from '@loadline/engine'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { command } from './command.js'
import { Failure, reasonOf } from './failure.js'
import { type Io, isOff, say, write } from './io.js'
import { writeLedger } from './ledger-file.js'
import { text } from './options.js'
import { inputs, prepare, type Prepared, sayDoubts } from './prepare.js'
import { readBytes } from './read.js'

export const fit = command({
  name: 'fit',
  summary: 'writes the request that fits, in the shape it came in',
  operands: ['[FILE|-]'],
  details: [
    'Reads a list of messages, a request body or a transcript (.jsonl: one message a line, perhaps after a header line) from FILE or the standard input, and writes what is to be sent to the standard output, in the same shape.',
    'With a ledger, what was left out once stays out, call after call; it is written after success only.',
  ],
  options: {
    ...inputs,
    plan: { value: 'FILE', kind: text, help: 'write the plan there as JSON: every edit, with its reason and tokens' },
    breakpoint: { help: "set a cache marker at the plan's breakpoint if the request has a free slot" },
  },
  exits: {
    0: 'done',
    1: 'an error that is not yours',
    2: 'bad usage or input: one line on stderr says what',
    3: 'cannot fit: the least the request can be is printed as JSON',
  },

  async run(given, [file], io) {
    if (isOff(io)) return passThrough(file, io)
    keepApart(given.plan, file, io)
    const prepared = await prepare(given, file, io)
    if (given.breakpoint) prepared.options.breakpoint = true
    const { input, ledgerFile } = prepared
    keepApart(given.plan, ledgerFile, io)
    const { request, plan, ledger } = await fitOrFail(prepared, given.plan, io)
    if (given.plan !== undefined) await writePlan(given.plan, plan, io)
    // The ledger is on disk before the request leaves: a request sent but not remembered would be edited anew.
    if (ledgerFile !== undefined) await writeLedger(ledgerFile, ledger, io)
    await sayDoubts(prepared, plan.budget, io)
    await write(io.stdout, input.print(request))
    return 0
  },
})

async function passThrough(file: string | undefined, io: Io): Promise<number> {
  for await (const bytes of readBytes(file, io)) await write(io.stdout, bytes)
  await say(io, 'off (LOADLINE=off): passed through unchanged, no ledger or plan written')
  return 0
}

async function fitOrFail(prepared: Prepared, planFile: string | undefined, io: Io): Promise<Fitted<unknown>> {
  const { input, options } = prepared
  try {
    return fitRequest(input.request, options)
  } catch (error) {
    if (!(error instanceof CannotFitError)) throw error
    const { floor, budget } = error
    if (planFile !== undefined) await writePlan(planFile, planRequest(input.request, options), io)
    await sayDoubts(prepared, budget, io)
    await write(io.stdout, `${JSON.stringify({ error: 'cannot-fit', floor, budget })}\n`)
    throw new Failure(error.message, 3)
  }
}

async function writePlan(file: string, plan: Plan, io: Io): Promise<void> {
  try {
    await writeFile(resolve(io.cwd, file), `${JSON.stringify(plan)}\n`, { mode: 0o600 })
  } catch (error) {
    throw new Failure(`cannot write the plan ${file}: ${reasonOf(error)}`)
  }
}

/** A slip of the keyboard must not cost the history or the ledger. */
function keepApart(planFile: string | undefined, other: string | undefined, io: Io): void {
  if (planFile === undefined || other === undefined || resolve(io.cwd, planFile) !== resolve(io.cwd, other)) return
  throw new Failure(`--plan ${planFile} would overwrite what is read from there; give it another file`)
}
