/** Units: neighbours in the native list that stand or fall together, handed to the core as one message. */

/** A shortcut, not a memory: it makes the same neighbours the same object on every call, so that nothing is read twice. */
const units = new WeakMap<object, readonly unknown[]>()

/** `endOf` tells where the unit that begins at an index ends. An item that stands alone is its own unit; the list itself when all do. */
export function inUnits(items: readonly unknown[], endOf: (items: readonly unknown[], from: number) => number): readonly unknown[] {
  const found: unknown[] = []
  for (let from = 0; from < items.length;) {
    const to = endOf(items, from)
    found.push(to === from + 1 ? items[from] : unitOf(items, from, to))
    from = to
  }
  return found.length === items.length ? items : found
}

/** The items of a unit. */
export const itemsOf = (unit: unknown): readonly unknown[] => (Array.isArray(unit) ? unit : [unit])

function unitOf(items: readonly unknown[], from: number, to: number): readonly unknown[] {
  const first = items[from] as object
  const known = units.get(first)
  if (known?.length === to - from && known.every((item, i) => item === items[from + i])) return known
  const unit = items.slice(from, to)
  units.set(first, unit)
  return unit
}
