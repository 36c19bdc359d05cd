/** Schedules: when an edit that a pass offers is taken. */
import type { Moment, Planned, Schedule, When } from '../types.js'

/** Takes every edit at once, whatever it costs the cache: what the literal presets do. */
export const eager: Schedule = {
  name: 'eager',
  appetite: (when, moment) => (when === 'force' ? moment.over : Infinity),
  take: (offers) => offers,
}

/**
 * Takes an edit when it is free (nothing of it was sent yet, or the cache is cold) or forced (the view is over `high`).
 * A cold cache is used for `worthwhile` tokens or more. Within the limit, pressure is relieved only by a tenth of the window at once:
 * what frees less would be wanted again at the next call, and rewrite the prefix again.
 */
export const priced = ({ worthwhile = 2_000 } = {}): Schedule => ({
  name: 'priced',
  appetite(when: When, moment: Moment) {
    if (when === 'arrival') return Infinity
    return when === 'offer' && free(moment) ? Infinity : moment.over
  },
  take(offers, moment) {
    const { over, budget } = moment
    if (over + budget.low > budget.limit) return offers
    const least = free(moment) ? worthwhile : budget.window / 10
    return saved(offers) < least ? [] : offers
  },
})

/** The first call finds no cache of ours, but whoever ran this history until now may have one. */
function free({ cold, first }: Moment): boolean {
  return cold && !first
}

function saved(offers: readonly Planned[]): number {
  return offers.reduce((sum, { before, after }) => sum + before - after, 0)
}
