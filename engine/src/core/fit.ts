/** The flow: (request, ledger, now) -> (request', plan, ledger'). Synchronous and pure. */
import type { Adapter, CompactionPoint, Counter, Envelope, Id, Ledger, Locale, Plan, Preset, Prices } from '../types.js'
import { CannotFitError } from '../errors.js'
import { finish } from './apply.js'
import { breakpointOf } from './breakpoint.js'
import { budgetFor, floorOf } from './budget.js'
import { Desk } from './desk.js'
import { laneName, latest, pendingCall, prefix, seen, temperature } from './lanes.js'
import { emptyLedger } from './ledger.js'
import { draw } from './plan.js'
import { storedPoints } from './points.js'
import type { Projection } from './project.js'
import { mend } from './repair.js'
import { answered } from './settle.js'
import type { Seals } from './unseal.js'

/** Everything `fit` needs, with names already resolved to things. */
export interface Setup {
  adapter: Adapter
  preset: Preset
  counter: Counter
  prices: (envelope: Envelope) => Prices
  window: number
  /** Which model is meant when the request does not say. */
  model?: string | undefined
  /** Tokens kept free for the answer. Default: the request's own max_tokens, else min(32,000, window / 2). */
  reserve?: number | undefined
  /** What earlier calls decided; 'lost' when they decided something nobody remembers: then no sealed thinking is sent. */
  ledger?: Ledger | 'lost' | undefined
  /** Milliseconds. Default: the newest time in the history. */
  now?: number | undefined
  /** Of placeholders. Default: the preset's. */
  locale?: Locale | undefined
  /** Ids of messages, parts or calls that must stay as they are. */
  pins?: readonly Id[] | undefined
  /** Summaries that may stand in for what they cover. */
  points?: readonly CompactionPoint[] | undefined
  /** Set a cache marker at the plan's breakpoint if the request has a free slot. */
  breakpoint?: boolean | undefined
}

export interface Fitted<R> {
  request: R
  plan: Plan
  ledger: Ledger
}

/** What to send. Throws CannotFitError when even the floor is over the limit; what a server holds is only observed. */
export function fit<R>(request: R, setup: Setup): Fitted<R> {
  const { plan, ledger, desk } = decide(request, setup)
  if (plan.floor) throw new CannotFitError(plan.floor, plan.budget)
  return { request: finish(request, desk, setup.breakpoint ? plan.breakpoint : null), plan, ledger }
}

/** What `fit` would do, as data: when it does not fit, `fits` is false and `floor` says why. */
export function plan(request: unknown, setup: Setup): Plan {
  return decide(request, setup).plan
}

function decide(request: unknown, setup: Setup): { plan: Plan; ledger: Ledger; desk: Desk } {
  const { adapter, preset, counter } = setup
  const lost = setup.ledger === 'lost'
  const ledger = answered(setup.ledger === undefined || setup.ledger === 'lost' ? emptyLedger() : setup.ledger)
  const asked = adapter.open(request)
  const opened = setup.model && !asked.model ? { ...asked, model: setup.model } : asked
  const { desk, from, revived } = Desk.claim(ledger, adapter, counter, opened)
  const { reading, projection } = desk
  const { envelope } = projection
  const reserve = setup.reserve ?? opened.maxOutput
  const budget = budgetFor(setup.window, reserve, preset)
  const prices = setup.prices(envelope)
  const now = setup.now ?? reading.newest ?? 0
  const { first, cold } = temperature(ledger, envelope, now)
  const pins = new Set(setup.pins)
  const points = [...(setup.points ?? []), ...storedPoints(opened.points ?? [], reading)]
  const mended = envelope.heldByServer ? Infinity : mend(projection, adapter.rules, from)
  const { refused, wants, changed } = draw(projection, {
    preset,
    moment: { now, locale: setup.locale ?? preset.locale, budget, prices, first, cold, points, pins },
    undone: new Set(ledger.undone),
    rules: adapter.rules,
    freshFrom: seen(ledger, projection),
    seals: sealsOf(projection, ledger, lost, Math.min(revived, mended)),
  })
  const fits = projection.total <= budget.limit
  return {
    desk,
    plan: {
      preset: preset.name,
      envelope,
      budget,
      edits: projection.planned(),
      refused,
      wants,
      before: reading.tokens + envelope.system + envelope.tools,
      after: projection.total,
      counted: counter.counted,
      fits,
      ...(!fits && !envelope.heldByServer && { floor: floorOf(projection, pins) }),
      first,
      cold,
      firstChange: firstChange(projection, ledger, changed),
      breakpoint: breakpointOf(desk),
    },
    ledger: {
      version: 1,
      preset: preset.name,
      taken: desk.taken(),
      undone: ledger.undone,
      lanes: ledger.lanes,
      pending: pendingCall(projection, ledger, now, prices),
    },
  }
}

function sealsOf(projection: Projection, ledger: Ledger, lost: boolean, restored: number): Seals {
  const last = latest(ledger)
  const { sent, same } = prefix(last, projection)
  return { lost, last, intact: same === sent, restored }
}

/** By the edits of this plan where they explain it, else as exactly as the lane's trail tells. */
function firstChange(projection: Projection, { lanes }: Ledger, changed: number): Id | null {
  const { sent, same } = prefix(lanes[laneName(projection.envelope)], projection)
  if (same === sent) return null
  const position = changed < sent ? Math.max(0, changed, same) : same
  return projection.reading.messages[position]?.id ?? null
}
