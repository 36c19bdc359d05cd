/** The command line: finds the command, and turns whatever it throws into one line and an exit code. */
import { BudgetError, LedgerError, ShapeError, UnknownNameError } from '@loadline/engine'
import { readFile } from 'node:fs/promises'
import { commands } from './commands.js'
import { Failure, quote, reasonOf } from './failure.js'
import { mainPage } from './help.js'
import { type Io, say, write } from './io.js'

export async function main(argv: readonly string[], io: Io): Promise<number> {
  // A failed write is reported to whoever wrote; without a listener the event would end the process first.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => {})
  try {
    return await dispatch(argv, io)
  } catch (error) {
    if (isClosedPipe(error)) return 0
    const { line, exit } = verdict(error)
    await say(io, line).catch(() => {})
    if (io.env.LOADLINE_DEBUG === '1') await write(io.stderr, `${(error as Error).stack}\n`).catch(() => {})
    return exit
  }
}

async function dispatch([name, ...args]: readonly string[], io: Io): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    await write(io.stdout, mainPage(commands, await version()))
    return 0
  }
  if (name === '--version') {
    await write(io.stdout, `${await version()}\n`)
    return 0
  }
  const command = commands.find((each) => each.name === name)
  if (command) return command.run(args, io)
  const what = name.startsWith('-') ? 'option' : 'command'
  throw new Failure(`unknown ${what} ${quote(name)}; the commands are ${commands.map((each) => each.name).join(', ')} (loadline --help)`)
}

async function version(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** The reader has seen enough (`| head`). */
const isClosedPipe = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE'

/** What the engine throws at a caller's mistake; here the caller is the user. */
const MISTAKES = [ShapeError, BudgetError, LedgerError, UnknownNameError]

function verdict(error: unknown): { line: string; exit: number } {
  if (error instanceof Failure) return { line: error.message, exit: error.exit }
  if (MISTAKES.some((kind) => error instanceof kind)) return { line: (error as Error).message, exit: 2 }
  if ((error as NodeJS.ErrnoException).syscall === 'write') return { line: `cannot write the output: ${reasonOf(error)}`, exit: 1 }
  const message = error instanceof Error ? error.message : String(error)
  return { line: `unexpected: ${message}; please report it (LOADLINE_DEBUG=1 shows where it happened)`, exit: 1 }
}
