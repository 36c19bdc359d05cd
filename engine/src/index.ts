/** The public names. Only this file resolves names ("safe", "anthropic") to things. */
import { adapters, detect } from './adapters/index.js'
import { apply as applyPlan } from './core/apply.js'
import { ASSUMED_WINDOW } from './core/budget.js'
import { fit as fitRequest, plan as planRequest, type Fitted, type Setup } from './core/fit.js'
import { pointOver as pointOverRange, type Summarized } from './core/points.js'
import { recall as recallOriginal, type Recalled, type Slice } from './core/recall.js'
import { UnknownNameError } from './errors.js'
import { cachePrices } from './models/prices.js'
import { presets } from './presets/index.js'
import { estimate } from './tokens/index.js'
import type { Adapter, CompactionPoint, Counter, Id, Plan, Preset, Prices } from './types.js'

export type AdapterName = 'plain' | 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'ai-sdk' | 'pi' | 'langchain'
export type PresetName = keyof typeof presets

export interface FitOptions extends Omit<Setup, 'adapter' | 'preset' | 'counter' | 'prices' | 'window'> {
  /** The message shape; told by its distinguishing fields when left out. */
  adapter?: AdapterName | Adapter | undefined
  /** Default: 'safe'. */
  preset?: PresetName | Preset | undefined
  /** Tokens the model can hold. Default: 96,000 is assumed. */
  window?: number | undefined
  counter?: Counter | undefined
  prices?: Prices | undefined
}

type Shape = Pick<FitOptions, 'adapter' | 'counter'>

/** What to send, the receipt, and the ledger to persist before it leaves. Throws CannotFitError. */
export function fit<R>(request: R, options: FitOptions = {}): Fitted<R> {
  return fitRequest(request, setupOf(request, options))
}

/** What `fit` would do, without throwing when it does not fit. */
export function plan(request: unknown, options: FitOptions = {}): Plan {
  return planRequest(request, setupOf(request, options))
}

/** Carries out a stored plan on the request it was drawn for. */
export function apply<R>(request: R, drawn: Plan, options: Pick<FitOptions, 'adapter' | 'counter' | 'breakpoint'> = {}): R {
  return applyPlan(request, drawn, { ...shapeOf(request, options), breakpoint: options.breakpoint ?? false })
}

/** The original behind an id, whole or as a slice; null when the history has none. */
export function recall(request: unknown, id: Id, slice: Slice = {}, options: Shape = {}): Recalled | null {
  return recallOriginal(request, id, shapeOf(request, options), slice)
}

/** The point for a range of this history and its summary, as a want asks for it; null when the history has no such range. */
export function pointOver(request: unknown, given: Summarized, options: Shape = {}): CompactionPoint | null {
  return pointOverRange(request, given, shapeOf(request, options))
}

function setupOf(request: unknown, options: FitOptions): Setup {
  const shape = shapeOf(request, options)
  const { adapter: _adapter, preset, window = ASSUMED_WINDOW, prices, ...rest } = options
  return { ...rest, ...shape, preset: presetOf(preset), window, prices: (envelope) => prices ?? cachePrices(envelope) }
}

function shapeOf(request: unknown, { adapter, counter = estimate }: Shape): { adapter: Adapter; counter: Counter } {
  return { adapter: adapterOf(request, adapter), counter }
}

function adapterOf(request: unknown, given: FitOptions['adapter']): Adapter {
  if (given === undefined) return detect(request)
  if (typeof given !== 'string') return given
  if (!Object.hasOwn(adapters, given)) throw new UnknownNameError('format', given, Object.keys(adapters))
  return adapters[given] as Adapter
}

function presetOf(given: FitOptions['preset'] = 'safe'): Preset {
  if (typeof given !== 'string') return given
  if (!Object.hasOwn(presets, given)) throw new UnknownNameError('preset', given, Object.keys(presets))
  return presets[given]
}

export { explain } from './core/explain.js'
export { checkLedger, emptyLedger, merge, undo } from './core/ledger.js'
export { eager, priced } from './core/schedule.js'
export { settle } from './core/settle.js'
export { BudgetError, CannotFitError, LedgerError, ShapeError, UnknownNameError } from './errors.js'
export { presets }
export { chatbox, piLayers, piLayersCache, snowTerminal } from './presets/index.js'
export type { Fitted, Recalled, Slice, Summarized }
export type * from './types.js'
