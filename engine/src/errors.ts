/** What a caller can get wrong or has to handle: one class per thing somebody would catch. */
import type { Budget, Floor } from './types.js'

/** Even with everything droppable dropped the request is over the limit. */
export class CannotFitError extends Error {
  override name = 'CannotFitError'
  constructor(
    readonly floor: Floor,
    readonly budget: Budget,
  ) {
    const parts = (['system', 'tools', 'pinned', 'lastTurn'] as const).filter((part) => floor[part] > 0)
    super(
      `cannot fit: the least this request can be is ${floor.total} tokens (${parts.map((part) => `${part} ${floor[part]}`).join(', ')}), ` +
        `the limit is ${budget.limit} (window ${budget.window} - reserve ${budget.reserve}). ` +
        'Use a larger window, a smaller reserve, fewer tools or pins, or a shorter last message.',
    )
  }
}

export class BudgetError extends Error {
  override name = 'BudgetError'
}

/** The request is not what the adapter reads. */
export class ShapeError extends Error {
  override name = 'ShapeError'
}

/** The ledger is not one of ours, or of a newer version. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}

/** A name that stands for nothing we know. */
export class UnknownNameError extends Error {
  override name = 'UnknownNameError'
  constructor(what: string, name: string, known: readonly string[]) {
    super(`unknown ${what} ${JSON.stringify(name)}; known: ${known.join(', ')}`)
  }
}
