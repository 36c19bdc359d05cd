/** Whether two JSON-like values say the same. Equal strings are compared at memory speed, so this beats hashing by far. */
export function alike(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (!alike(a[i], b[i])) return false
    return true
  }
  // What keeps its state out of sight (a URL, a buffer) cannot be compared: it is read again.
  if (isClosed(a)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  for (const key of keys) if (!alike((a as Fields)[key], (b as Fields)[key])) return false
  return true
}

type Fields = { [key: string]: unknown }

function isClosed(value: object): boolean {
  if (ArrayBuffer.isView(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== Object.prototype && prototype !== null && Object.keys(value).length === 0
}
