/** The flow: (request, ledger, now) -> (request', plan, ledger'). Synchronous and pure. */
import type {
  Adapter,
  CompactionPoint,
  Counter,
  Envelope,
  Id,
  Lane,
  Ledger,
  Locale,
  Message,
  Moment,
  Pending,
  Plan,
  Preset,
  Prices,
  Trail,
} from '../types.js'
import { CannotFitError } from '../errors.js'
import { finish } from './apply.js'
import { floorOf, resolveBudget } from './budget.js'
import { Desk } from './desk.js'
import { emptyLedger, laneName } from './ledger.js'
import { draw, mend } from './plan.js'
import { answered } from './settle.js'
import { commonPrefix, trailOf } from './trail.js'

/** Everything `fit` needs, with names already resolved to things. */
export interface Setup {
  adapter: Adapter
  preset: Preset
  counter: Counter
  prices: (envelope: Envelope) => Prices
  /** Which model is meant when the request does not say. */
  model?: string
  window: number
  reserve?: number
  /** 'lost' when the history was edited before but nobody knows how: then no sealed thinking is sent. */
  ledger?: Ledger | 'lost'
  /** Defaults to the newest time in the history. */
  now?: number
  locale?: Locale
  pins?: readonly Id[]
  points?: readonly CompactionPoint[]
  /** Set a cache marker at the plan's breakpoint if the request has a free slot. */
  breakpoint?: boolean
}

export interface Fitted<R> {
  request: R
  plan: Plan
  ledger: Ledger
}

/** What to send. Throws CannotFitError when even the floor is over the limit. */
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
  const prices = setup.prices(envelope)
  const reserve = setup.reserve ?? opened.maxOutput
  const budget = resolveBudget({ window: setup.window, high: preset.high, low: preset.low, ...(reserve !== undefined && { reserve }) })
  const lane = ledger.lanes[laneName(envelope)]
  const now = setup.now ?? reading.newest ?? 0
  const temperature = feel(ledger, lane, envelope.digest, now)
  const moment: Omit<Moment, 'over' | 'excess' | 'fresh'> = {
    now,
    locale: setup.locale ?? preset.locale,
    budget,
    prices,
    ...temperature,
    points: setup.points ?? [],
    pins: new Set(setup.pins),
  }
  const mended = envelope.heldByServer ? Infinity : mend(projection, adapter.rules, from)
  const fresh = Math.max(0, ...Object.values(ledger.lanes).map(({ sent }) => commonPrefix(projection.chain, sent)))
  const task = {
    preset,
    moment,
    rules: adapter.rules,
    undone: new Set(ledger.undone),
    fresh,
    revived: Math.min(revived, mended),
    lastSent: latest(ledger),
    lost,
  }
  const { refused, wants, changed } = draw(projection, task)
  const sent = trailOf(projection.chain)
  const hot = lane && !isCold(lane, envelope.digest, now) ? commonPrefix(projection.chain, lane.sent) : 0
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
      ...(!fits && { floor: floorOf(projection, moment.pins) }),
      ...temperature,
      firstChange: firstChange(desk, lane, changed),
      breakpoint: nextFold(desk),
    },
    ledger: {
      version: 1,
      preset: preset.name,
      taken: desk.taken(),
      undone: ledger.undone,
      lanes: ledger.lanes,
      pending: pendingCall(desk, { lane: laneName(envelope), at: now, sent, hot, cold: hot === 0, prices }),
    },
  }
}

/** Cold only when no lane is hot: an edit that is free for this model may cost another the prefix it will come back to. */
function feel(ledger: Ledger, lane: Lane | undefined, envelope: string, now: number): { first: boolean; cold: boolean } {
  const lanes = Object.values(ledger.lanes)
  const others = lanes.filter((other) => other !== lane)
  return {
    first: lanes.length === 0,
    cold: (!lane || isCold(lane, envelope, now)) && others.every((other) => isCold(other, other.envelope, now)),
  }
}

function isCold(lane: Lane, envelope: string, now: number): boolean {
  return lane.missed || lane.envelope !== envelope || now - lane.lastCallAt > lane.ttl
}

function latest({ lanes }: Ledger): Trail | undefined {
  let last: Lane | undefined
  for (const lane of Object.values(lanes)) if (!last || lane.lastCallAt > last.lastCallAt) last = lane
  return last?.sent
}

function firstChange({ reading, projection }: Desk, lane: Lane | undefined, changed: number): Id | null {
  const sent = lane?.sent[0]?.[0] ?? 0
  const same = lane ? commonPrefix(projection.chain, lane.sent) : 0
  if (same === sent) return null
  const position = changed < sent ? Math.max(0, changed, same) : same
  return reading.messages[position]?.id ?? null
}

/** The last message before the first result that a fold could still take. */
function nextFold(desk: Desk): Id | null {
  const { projection, reading } = desk
  const { slots, edits } = projection
  const foldable = (slot: Message | null | undefined) =>
    slot?.parts.some((part) => part.kind === 'result' && (edits.get(part.id)?.when ?? 'arrival') === 'arrival') ?? false
  while (desk.frontier < slots.length && !foldable(slots[desk.frontier])) desk.frontier++
  if (desk.frontier >= slots.length) return null
  let before = desk.frontier - 1
  while (before >= 0 && slots[before] === null) before--
  return reading.messages[before]?.id ?? null
}

function pendingCall(
  { reading, projection }: Desk,
  call: Pick<Pending, 'lane' | 'at' | 'sent' | 'cold' | 'prices'> & { hot: number },
): Pending {
  const { hot, ...rest } = call
  const { envelope, slots, total } = projection
  const around = hot === 0 ? envelope.system + envelope.tools : 0
  const since = (messages: readonly (Message | null)[]) =>
    messages.slice(hot).reduce((sum, message) => sum + (message?.tokens ?? 0), around)
  return {
    ...rest,
    envelope: envelope.digest,
    tokens: total,
    full: reading.tokens + envelope.system + envelope.tools,
    uncached: since(slots),
    fresh: since(reading.messages),
  }
}
