/** The commands, in the order help lists them. */
import type { Command } from './command.js'
import { explain } from './explain.js'
import { fit } from './fit.js'
import { limits } from './limits.js'
import { recall } from './recall.js'

export const commands: readonly Command[] = [fit, explain, recall, limits]
