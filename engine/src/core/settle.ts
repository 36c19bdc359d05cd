/** Settling: what a call cost, and what doing nothing would have cost, booked once the answer is there. */
import type { Lane, Ledger, Pending, Usage } from '../types.js'

/** Books the pending call with the provider's usage; a failed call (429, abort before the first byte) books nothing. */
export function settle(ledger: Ledger, outcome: { usage?: Usage } | { failed: true }): Ledger {
  const { pending, ...rest } = ledger
  if (!pending) return ledger
  if ('failed' in outcome) return rest
  const { [pending.lane]: before, ...others } = ledger.lanes
  // Last in the list, so that the order of calls is known where no clock tells it.
  return { ...rest, lanes: { ...others, [pending.lane]: book(before, pending, outcome.usage) } }
}

/** A call nobody settled counts as answered, at our own estimate: most callers never report usage. */
export function answered(ledger: Ledger): Ledger {
  return ledger.pending ? settle(ledger, {}) : ledger
}

function book(lane: Lane | undefined, call: Pending, usage: Usage | undefined): Lane {
  const { read, write, ttl } = call.prices
  const ratio = usage && call.tokens > 0 ? usage.input / call.tokens : (lane?.ratio ?? 1)
  const ourBill = read * (call.tokens - call.uncached) + write * call.uncached
  const none = ratio * (call.cold ? write * call.full : read * (call.full - call.uncachedFull) + write * call.uncachedFull)
  return {
    lastCallAt: call.at,
    envelope: call.envelope,
    sent: call.sent,
    spent: (lane?.spent ?? 0) + (billed(usage, read, write) ?? ratio * ourBill),
    none: (lane?.none ?? 0) + none,
    ratio,
    missed: hasNoCache(call, usage),
    ttl,
  }
}

/** No provider caches less than this; some cache no prefix that is shorter. */
const LARGEST_MINIMUM = 4_096

/** Nothing read and nothing written; or nothing read where we expected it, from a provider that does not report writes. */
function hasNoCache(call: Pending, usage: Usage | undefined): boolean {
  if (usage?.cacheRead !== 0) return false
  return usage.cacheWrite === 0 || (usage.cacheWrite === undefined && call.tokens - call.uncached >= LARGEST_MINIMUM)
}

/** Undefined when the provider did not say how much came from its cache. */
function billed(usage: Usage | undefined, read: number, write: number): number | undefined {
  if (usage?.cacheRead === undefined) return undefined
  const written = usage.cacheWrite ?? 0
  return read * usage.cacheRead + write * written + (usage.input - usage.cacheRead - written)
}
