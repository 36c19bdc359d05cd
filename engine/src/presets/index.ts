/** The presets by name: a preset is a list of passes and a schedule. */
import type { Preset } from '../types.js'
import { balanced } from './balanced.js'
import { frugal } from './frugal.js'
import { safe } from './safe.js'

export const presets = { safe, balanced, frugal } satisfies Record<string, Preset>
