/** Cache breakpoints of an Anthropic request: at most four, longer-lived ones first. */
import { type Fields, isFields } from './fields.js'

const MOST_MARKERS = 4
const UNMARKABLE = new Set(['thinking', 'redacted_thinking', 'mcp_tool_listing', 'fallback'])

/** The messages with a marker at the end of the one at `index`; unchanged if one is there or no slot is free. */
export function withBreakpoint(body: Fields, messages: unknown[], index: number): unknown[] {
  const message = messages[index]
  if (!isFields(message)) return messages
  const blocks = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  if (!Array.isArray(blocks)) return messages
  const last = blocks.findLastIndex(isMarkable)
  if (last < 0 || blocks[last].cache_control) return messages

  const markers = markersOf(body, messages)
  if (markers.length >= MOST_MARKERS) return messages
  const hour = markers.length > 0 && (markers.every(isHour) || markers.some((marker) => marker.at > index && isHour(marker)))
  const cache_control = hour ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' }
  return messages.with(index, { ...message, content: blocks.with(last, { ...blocks[last], cache_control }) })
}

interface Marker {
  /** The index of its message; -1 before the messages. */
  at: number
  ttl: unknown
}

/** A short-lived marker before a long-lived one is refused. */
const isHour = (marker: Marker): boolean => marker.ttl === '1h'

const isMarkable = (block: unknown): boolean =>
  isFields(block) && !UNMARKABLE.has(block.type as string) && !(block.type === 'text' && block.text === '')

/** Walks every block of the history on every call that has a breakpoint: plain loops, no closures. */
function markersOf(body: Fields, messages: readonly unknown[]): Marker[] {
  const markers: Marker[] = []
  collect(body.tools, -1, markers)
  collect(body.system, -1, markers)
  for (let at = 0; at < messages.length; at++) collect((messages[at] as Fields).content, at, markers)
  // At the top of the body it stands for one at the end of the last message.
  collect([body], messages.length, markers)
  return markers
}

function collect(blocks: unknown, at: number, markers: Marker[]): void {
  if (!Array.isArray(blocks)) return
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Fields | null | undefined
    const marker = block?.cache_control
    if (marker) markers.push({ at, ttl: (marker as Fields).ttl })
    if (block?.type === 'tool_result' && typeof block.content === 'object') collect(block.content, at, markers)
  }
}
