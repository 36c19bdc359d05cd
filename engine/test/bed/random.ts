/** A seeded source of chance: the same seed gives the same story on every machine. */
export interface Random {
  /** A whole number, from and to included. */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** mulberry32: 32 bits of state are plenty for tests. */
export const random = (seed: number): Random => {
  // Neighbouring seeds would otherwise start alike.
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    int,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => {
      if (items.length === 0) throw new RangeError('pick needs at least one item')
      return items[int(0, items.length - 1)] as T
    },
  }
}
