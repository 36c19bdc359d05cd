/** The presets by name: a preset is a list of passes and a schedule. */
import type { Preset } from '../types.js'
import { safe } from './safe.js'

export const presets = { safe } satisfies Record<string, Preset>
