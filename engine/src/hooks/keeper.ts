/** A keeper: fits one request after the other and remembers the ledger between them. What every hook is made of. */
import { apply, CannotFitError, fit, plan, settle, type FitOptions, type Fitted } from '../index.js'
import type { Adapter, Ledger, Plan, Usage } from '../types.js'

export interface HookOptions extends Omit<FitOptions, 'adapter' | 'ledger' | 'now'> {
  /** What earlier runs decided, from where it was persisted; 'lost' when they decided something nobody remembers. */
  ledger?: Ledger | 'lost'
  /** The time in milliseconds, from the machine's clock. Default: the newest time in the history. */
  clock?: () => number
  /** Gets the plan to show and the ledger to persist, and is waited for before the request leaves. */
  onFit?: (fitted: Fitted<unknown>) => void | Promise<void>
}

/** How the call that was fitted last ended. */
export type Outcome = { usage?: Usage } | { failed: true }

export class Keeper {
  private ledger: Ledger | 'lost' | undefined
  private drawn: Plan | undefined

  constructor(
    private readonly adapter: Adapter,
    private readonly options: HookOptions,
  ) {
    this.ledger = options.ledger
  }

  /** What to send now, given how the last call ended. Throws CannotFitError. */
  async fit<R>(request: R, outcome?: Outcome): Promise<R> {
    if (outcome && this.ledger !== undefined && this.ledger !== 'lost') this.ledger = settle(this.ledger, outcome)
    const fitted = fit(request, this.given())
    await this.options.onFit?.(fitted)
    this.ledger = fitted.ledger
    this.drawn = fitted.plan
    return fitted.request
  }

  /** What to send when `fit` failed: as little as can be when it does not fit, else what was decided so far and nothing new. Never throws. */
  makeDo<R>(request: R, error: unknown): R {
    const { adapter, ledger, drawn } = this
    try {
      if (error instanceof CannotFitError) return apply(request, plan(request, this.given()), { adapter })
      return drawn && typeof ledger === 'object' ? apply(request, { ...drawn, edits: [...ledger.taken] }, { adapter }) : request
    } catch {
      return request
    }
  }

  private given(): FitOptions {
    const { ledger, adapter } = this
    const { clock, onFit: _, ledger: _given, ...options } = this.options
    return { ...options, adapter, ...(clock && { now: clock() }), ...(ledger !== undefined && { ledger }) }
  }
}
