/** Where a cache breakpoint serves best: just before the first result that a fold could still take. */
import type { Id, Message } from '../types.js'
import type { Desk } from './desk.js'

export function breakpointOf(desk: Desk): Id | null {
  const { slots, edits, reading } = desk.projection
  const foldable = (slot: Message | null | undefined) =>
    slot?.parts.some((part) => part.kind === 'result' && (edits.get(part.id)?.when ?? 'arrival') === 'arrival') ?? false
  while (desk.frontier < slots.length && !foldable(slots[desk.frontier])) desk.frontier++
  if (desk.frontier >= slots.length) return null
  let before = desk.frontier - 1
  while (before >= 0 && slots[before] === null) before--
  return reading.messages[before]?.id ?? null
}
