/** A deep copy that keeps classes: what another process would hold after reading the same history. */
export const clone = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(clone) as T
  const copy = Object.create(Object.getPrototypeOf(value) as object) as Record<PropertyKey, unknown>
  for (const key of Reflect.ownKeys(value)) copy[key] = clone((value as Record<PropertyKey, unknown>)[key])
  return copy as T
}
