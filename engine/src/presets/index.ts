/** The presets by name: a preset is a list of passes and a schedule. */
import type { Preset } from '../types.js'
import { adr002 } from './adr-002.js'
import { aider } from './aider.js'
import { balanced } from './balanced.js'
import { chatbox } from './chatbox.js'
import { codex } from './codex.js'
import { frugal } from './frugal.js'
import { openai32k } from './openai-32k.js'
import { piLayersCache } from './pi-layers-cache.js'
import { piLayers } from './pi-layers.js'
import { safe } from './safe.js'
import { snowTerminalStrict } from './snow-terminal-strict.js'
import { snowTerminal } from './snow-terminal.js'
import { toolLimits } from './tool-limits.js'

export const presets = {
  safe,
  balanced,
  frugal,
  'adr-002': adr002,
  'pi-layers': piLayers(),
  'pi-layers-cache': piLayersCache(),
  'snow-terminal': snowTerminal(),
  'snow-terminal-strict': snowTerminalStrict,
  'tool-limits': toolLimits,
  codex,
  aider,
  'openai-32k': openai32k,
  chatbox: chatbox(),
} satisfies Record<string, Preset>

/** Presets with the constants of their seeds as options. */
export { chatbox, piLayers, piLayersCache, snowTerminal }
