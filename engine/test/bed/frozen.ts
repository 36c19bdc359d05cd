/** Freezes a value all the way down: whoever writes to it throws. */
export const deepFreeze = <T>(value: T): T => {
  // Bytes cannot be frozen.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}
