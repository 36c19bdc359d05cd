/** Units: neighbours in the native list that stand or fall together, handed to the core as one message. */

/** A shortcut, not a memory: it makes the same neighbours the same object on every call, so that nothing is read twice. */
const units = new WeakMap<object, readonly unknown[]>()

/** `endOf` tells where the unit that begins at an index ends. An item that stands alone is its own unit; the list itself when all do. */
export function inUnits(items: readonly unknown[], endOf: (items: readonly unknown[], from: number) => number): readonly unknown[] {
  let found: unknown[] | undefined
  for (let from = 0; from < items.length;) {
    const to = endOf(items, from)
    if (to > from + 1) (found ??= items.slice(0, from)).push(unitOf(items, from, to))
    else found?.push(items[from])
    from = to
  }
  return found ?? items
}

/** The items of all units, in their order. Runs on every call: written out, because `flat` is many times slower. */
export function ungrouped(units: unknown[]): unknown[] {
  if (!units.some(Array.isArray)) return units
  const items: unknown[] = []
  for (const unit of units) {
    if (!Array.isArray(unit)) items.push(unit)
    else for (const item of unit as unknown[]) items.push(item)
  }
  return items
}

/** The items of a unit. */
export const itemsOf = (unit: unknown): readonly unknown[] => (Array.isArray(unit) ? unit : [unit])

function unitOf(items: readonly unknown[], from: number, to: number): readonly unknown[] {
  const first = items[from] as object
  const known = units.get(first)
  if (known && isAt(known, items, from, to)) return known
  const unit = items.slice(from, to)
  units.set(first, unit)
  return unit
}

function isAt(unit: readonly unknown[], items: readonly unknown[], from: number, to: number): boolean {
  if (unit.length !== to - from) return false
  for (let i = 0; i < unit.length; i++) if (unit[i] !== items[from + i]) return false
  return true
}
