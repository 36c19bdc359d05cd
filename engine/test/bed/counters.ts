/** Counters that make sums a reader can do in the head. */
import type { Counter } from '../../src/types.js'

/** A token a character. */
export const perCharacter: Counter = { name: 'per-character', counted: 'exact', count: (text) => text.length, media: () => 1_000 }
