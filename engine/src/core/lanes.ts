/** Lanes: what each provider and model was sent last, and whether its cache still has it. */
import type { Envelope, Lane, Ledger, Message, Pending, Prices } from '../types.js'
import type { Projection } from './project.js'
import { commonPrefix, trailOf } from './trail.js'

export function laneName(envelope: Envelope): string {
  return `${envelope.provider}/${envelope.model}`
}

/** Past its longest lifetime, without a cache by the provider's own report, or after other tools or another system prompt. */
function isCold(lane: Lane, envelope: string, now: number): boolean {
  return lane.missed || lane.envelope !== envelope || now - lane.lastCallAt > lane.ttl
}

/** Cold only when no lane is hot: an edit that is free for this model may cost another the prefix it will come back to. */
export function temperature({ lanes }: Ledger, envelope: Envelope, now: number): { first: boolean; cold: boolean } {
  const own = lanes[laneName(envelope)]
  const others = Object.values(lanes).filter((lane) => lane !== own)
  return {
    first: !own && others.length === 0,
    cold: (!own || isCold(own, envelope.digest, now)) && others.every((lane) => isCold(lane, lane.envelope, now)),
  }
}

/** The lane of the last call, whichever it was; of two at the same time, the one that was booked last. */
export function latest({ lanes }: Ledger): Lane | undefined {
  let last: Lane | undefined
  for (const lane of Object.values(lanes)) if (!last || lane.lastCallAt >= last.lastCallAt) last = lane
  return last
}

/** How many messages some model was sent just as they stand now. */
export function seen({ lanes }: Ledger, { chain }: Projection): number {
  return Math.max(0, ...Object.values(lanes).map(({ sent }) => commonPrefix(chain, sent)))
}

/** What a lane was sent, and how much of it stands unchanged at the head of the request. */
export function prefix(lane: Lane | undefined, { chain }: Projection): { sent: number; same: number } {
  return { sent: lane?.sent[0]?.[0] ?? 0, same: lane ? commonPrefix(chain, lane.sent) : 0 }
}

/** What this request books once it is known to have been answered. */
export function pendingCall(projection: Projection, ledger: Ledger, now: number, prices: Prices): Pending {
  const { envelope, slots, reading, total, chain } = projection
  const name = laneName(envelope)
  const lane = ledger.lanes[name]
  const hot = lane && !isCold(lane, envelope.digest, now) ? commonPrefix(chain, lane.sent) : 0
  const around = envelope.system + envelope.tools
  const since = (messages: readonly (Message | null)[]) =>
    messages.slice(hot).reduce((sum, message) => sum + (message?.tokens ?? 0), hot === 0 ? around : 0)
  return {
    lane: name,
    at: now,
    envelope: envelope.digest,
    sent: trailOf(chain),
    tokens: total,
    full: reading.tokens + around,
    uncached: since(slots),
    uncachedFull: since(reading.messages),
    cold: hot === 0,
    prices,
  }
}
