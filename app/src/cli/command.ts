/** A command: what it is called, what it takes, what it says of itself, and what it does. */
import { Failure } from './failure.js'
import { type Io, write } from './io.js'
import { commandPage, type Description } from './help.js'
import { type Given, type Options, parse } from './options.js'

export interface Command extends Description {
  /** Returns the exit code. */
  run(args: readonly string[], io: Io): Promise<number>
}

export function command<O extends Options>(
  described: Description<O> & { run(given: Given<O>, operands: readonly string[], io: Io): Promise<number> },
): Command {
  const { name, operands, options } = described
  return {
    ...described,
    async run(args, io) {
      const { given, rest, help } = parse(name, args, options)
      if (help) {
        await write(io.stdout, commandPage(described))
        return 0
      }
      if (rest.length > operands.length) {
        throw new Failure(`${name} takes ${operands.join(' ')}; too many were given: ${rest.join(' ')}`)
      }
      return described.run(given, rest, io)
    },
  }
}
