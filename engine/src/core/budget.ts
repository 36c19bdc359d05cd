/** The budget: how much a request may hold, and where pressure begins and ends. */
import type { Budget, Floor, Id, Message, Preset } from '../types.js'
import { BudgetError } from '../errors.js'
import type { Projection } from './project.js'

/** Assumed when neither model nor window is known. */
export const ASSUMED_WINDOW = 96_000

/** Answers are seldom longer than this; a small window keeps half of itself. */
export function defaultReserve(window: number): number {
  return Math.min(32_000, Math.floor(window / 2))
}

/** The preset's own trigger, where it has one, is taken as it is. */
export function budgetFor(window: number, reserve: number | undefined, preset: Pick<Preset, 'high' | 'low' | 'trigger'>): Budget {
  const { high, low } = preset
  const budget = resolveBudget({ window, high, low, ...(reserve !== undefined && { reserve }) })
  return preset.trigger ? { ...budget, ...preset.trigger(budget) } : budget
}

/** `high` and `low` are fractions of the limit; they lie at least a tenth of the window apart, so that pressure does not return at once. */
export function resolveBudget(given: { window: number; reserve?: number; high: number; low: number }): Budget {
  const { window } = given
  if (!Number.isFinite(window) || window <= 0) throw new BudgetError(`the window must be a positive number of tokens, not ${window}`)
  const reserve = given.reserve ?? defaultReserve(window)
  if (!Number.isFinite(reserve) || reserve < 0) throw new BudgetError(`the reserve must be a number of tokens from 0, not ${reserve}`)
  if (reserve >= window) {
    throw new BudgetError(`the reserve (${reserve}) leaves nothing of the window (${window}). Lower max_tokens or take a larger window.`)
  }
  if (!(given.low < given.high && given.high <= 1 && given.low >= 0)) {
    throw new BudgetError(`low (${given.low}) must be below high (${given.high}), both between 0 and 1. Did you swap them?`)
  }
  const limit = Math.floor(window - reserve)
  const high = Math.floor(limit * given.high)
  const low = Math.max(0, Math.min(Math.floor(limit * given.low), high - Math.ceil(window / 10)))
  return { window, reserve, limit, high, low }
}

/** What is left when everything that may go has gone, by part. */
export function floorOf(projection: Projection, pins: ReadonlySet<Id>): Floor {
  const { envelope, view, reading } = projection
  const floor: Floor = { total: view.tokens, system: envelope.system, tools: envelope.tools, pinned: 0, lastTurn: 0 }
  for (const message of view.messages) {
    const position = reading.position(message.id) ?? Infinity
    // A pin on what stays in any case costs nothing.
    const stays = position === reading.lastUser || position > reading.lastAssistant
    if (message.role === 'system') floor.system += message.tokens
    else if (isPinned(message, pins) && !stays) floor.pinned += message.tokens
    else floor.lastTurn += message.tokens
  }
  return floor
}

/** By its own id, that of a part, or that of a call it makes or answers. */
export function isPinned(message: Message, pins: ReadonlySet<Id>): boolean {
  if (message.pinned === true || pins.has(message.id)) return true
  if (pins.size === 0) return false
  return message.parts.some((part) => pins.has(part.id) || ('callId' in part && pins.has(part.callId)))
}
