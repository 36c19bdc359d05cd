/** Seed 002 as its sample code counts: failures are among the newest five. */
import type { Preset } from '../types.js'
import { snowTerminal } from './snow-terminal.js'

export const snowTerminalStrict: Preset = {
  ...snowTerminal({ countErrors: true }),
  name: 'snow-terminal-strict',
  title: 'Seed 002 as its sample code counts: failures use up the newest five',
}
