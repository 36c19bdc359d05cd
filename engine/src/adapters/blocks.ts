/** Content as a list of blocks, one part a block, and what of it an edit touches. */
import { ShapeError } from '../errors.js'
import type { Content, Rewrite } from '../types.js'

export type Changes = ReadonlyMap<number, Rewrite | null>

/** How one format spells a block. */
export interface Blocks {
  read(block: unknown): Content
  /** The block with new content; fields that content does not speak of stay. */
  write(block: unknown, content: Rewrite): unknown
  make(content: Rewrite): unknown
}

/** The list with its changes; `first` is the part index of its first item. The list itself when nothing in it changes. */
export function rewriteItems(
  items: readonly unknown[],
  first: number,
  changes: Changes,
  write: (item: unknown, content: Rewrite) => unknown,
): readonly unknown[] {
  let touched = false
  const rewritten: unknown[] = []
  for (const [i, item] of items.entries()) {
    const change = changes.get(first + i)
    if (change !== undefined) touched = true
    if (change === undefined) rewritten.push(item)
    else if (change !== null) rewritten.push(write(item, change))
  }
  return touched ? rewritten : items
}

/** Content where a format has room for nothing but a string. */
export function asText(content: Rewrite): string {
  if (content.kind === 'text' || content.kind === 'thinking') return content.text
  if (content.kind === 'data') return JSON.stringify(content.value)
  throw new ShapeError(`a ${content.kind} part cannot be written as text`)
}
