/** A prompt cache: what of a prompt it holds, and what the answer's first byte will add to it. */
import type { Block } from '../blocks.js'

export interface Cache {
  look(blocks: readonly Block[], now: number): Found
}

export interface Found {
  read: number
  /** Tokens written; absent where writing is free and unreported. */
  write?: number
  longWrite?: number
  /** What is being answered can be read by others only once the answer began. */
  store(now: number, answer: readonly Block[]): void
}

export type CacheRules =
  /** Entries only at breakpoints. `lifetimes` by the name a breakpoint asks for, in ms; `long` is reported apart. */
  | { kind: 'breakpoints'; minimum: number; lookBack: number; lifetimes: { [name: string]: number }; long: string }
  /** The longest beginning shared with any earlier prompt, in steps from a minimum. */
  | { kind: 'prefix'; minimum: number; step: number; lifetime: number }
  /** Whole units: an earlier prompt, an earlier prompt with its answer, a beginning that two prompts shared. */
  | { kind: 'units'; lifetime: number }
  | { kind: 'none' }
