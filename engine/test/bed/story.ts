/**
 * A story: a conversation without any provider's shape, and `makeStory`, which makes one up from a seed.
 * Natives are rendered from it (natives.ts), so the same trouble reaches every adapter.
 * Rendering choices are made here, step by step: a story cut short renders to the beginning of the whole one's messages.
 */
import type { Json } from '../../src/types.js'
import { spoil, type Fault } from './faults.js'
import { png } from './images.js'
import { random, type Random } from './random.js'
import { output, signature, speech } from './texts.js'

export type Piece = { kind: 'text'; text: string } | { kind: 'image'; base64: string } | { kind: 'unknown'; value: { [key: string]: Json } }

export interface Call {
  id: string
  tool: string
  /** JSON, unless the model was cut off. */
  args: string
}

interface Common {
  id?: string
  at?: number
  pinned?: true
  /** Carries a cache marker where the format has them. */
  marked?: true
  /** Content as a list of blocks even where a string would do. */
  blocks?: true
  /** Fields no adapter knows. */
  extra?: { [key: string]: Json }
}

export type UserStep = Common & { kind: 'user'; pieces: Piece[]; /** Said in the same message as the results before it. */ joined?: true }
export type AssistantStep = Common & {
  kind: 'assistant'
  thinking?: { text: string; seal?: string }
  text?: string
  calls: Call[]
  /** Blocks only their provider understands. */
  opaque?: 'search' | 'redacted' | 'future'
}
export type ResultStep = Common & { kind: 'result'; callId: string; tool: string; pieces: Piece[]; error: boolean }
export type SystemStep = Common & { kind: 'system'; text: string }
export type Step = SystemStep | UserStep | AssistantStep | ResultStep

export interface Story {
  seed: number
  steps: Step[]
  /** What was done to it that a provider may refuse. */
  faults: Fault[]
  /** How requests of it look. */
  dress: {
    /** A bare array of messages instead of a body. */
    bare: boolean
    /** The body declares a tool called `recall`. */
    recall: boolean
    maxTokens?: number
    /** OpenAI: function_call and role function instead of tool_calls. */
    legacy: boolean
    /** Plain: calls and results inside `contentParts`. */
    parts: boolean
  }
}

export interface StoryOptions {
  /** At least so many steps, and at most a round more; else mostly 5 to 40. */
  messages?: number
  /** No pairing faults, nothing empty: repair has nothing to do. */
  legal?: boolean
}

export const makeStory = (seed: number, { messages, legal = false }: StoryOptions = {}): Story => {
  const dice = random(seed)
  const mood = makeMood(dice)
  const told = tell(dice, mood, messages ?? (dice.chance(0.9) ? dice.int(5, 40) : dice.int(1, 4)))
  const { steps, faults } = legal ? { steps: told, faults: [] } : spoil(told, dice)
  dressUp(steps, dice, mood)
  return {
    seed,
    steps,
    faults,
    dress: {
      bare: dice.chance(0.25),
      recall: dice.chance(0.4),
      legacy: mood.legacy,
      parts: mood.parts,
      ...(dice.chance(0.4) && { maxTokens: dice.int(1, 64) * 256 }),
    },
  }
}

type Mood = ReturnType<typeof makeMood>

/** What this story is like; stories differ more from one another than their steps do. */
const makeMood = (dice: Random) => {
  const legacy = dice.chance(0.06)
  return {
    legacy,
    parts: dice.chance(0.15),
    tools: dice.pick([0, 0.5, 0.8, 0.95]),
    /** A legacy message holds one call. */
    parallel: legacy ? 0 : dice.pick([0, 0.3, 0.8]),
    /** Texts that are not plain words. */
    odd: dice.pick([0, 0.1, 0.4]),
    thinking: dice.pick([0, 0, 0.3, 0.9]),
    sealed: dice.chance(0.7),
    images: dice.pick([0, 0, 0.15]),
    opaque: dice.pick([0, 0, 0.2]),
    /** The same contents again: another read of the same file. */
    echo: dice.pick([0, 0.1, 0.5]),
    errors: dice.pick([0, 0.2]),
    /** Call ids start again in each round. */
    reuse: dice.chance(0.15),
    toolNames: [
      ...dice.pick([['read', 'bash'], ['read_file', 'terminal-execute', 'grep'], ['Bash']]),
      ...(dice.chance(0.2) ? ['recall'] : []),
    ],
    times: dice.pick(['none', 'all', 'some'] as const),
    ids: dice.chance(0.3),
    pins: dice.chance(0.1),
    markers: dice.chance(0.3),
  }
}

const tell = (dice: Random, mood: Mood, size: number): Step[] => {
  const steps: Step[] = []
  if (dice.chance(0.4)) steps.push({ kind: 'system', text: 'You are a careful engineer.' })
  if (steps.length > 0 && dice.chance(0.2)) steps.push({ kind: 'system', text: speech(dice, mood.odd) })
  steps.push(says(dice, mood))
  const seen: Piece[][] = []
  for (let round = 0; steps.length < size; round++) {
    const turn = answers(dice, mood, round)
    const results = turn.calls.map((call) => returns(dice, mood, call, seen))
    // Parallel tools finish in any order.
    if (dice.chance(0.3)) results.reverse()
    steps.push(turn, ...results)
    if (turn.calls.length === 0 || dice.chance(0.15)) steps.push(says(dice, mood))
  }
  // A stored transcript ends with the answer; a request does not.
  if (dice.chance(0.1)) steps.push({ kind: 'assistant', text: speech(dice, mood.odd), calls: [] })
  return steps
}

const says = (dice: Random, mood: Mood): UserStep => {
  const pieces: Piece[] = [{ kind: 'text', text: speech(dice, mood.odd) }]
  if (dice.chance(mood.images)) pieces.push({ kind: 'image', base64: png(dice.int(1, 2000), dice.int(1, 2000)) })
  if (dice.chance(mood.opaque / 2))
    pieces.push({ kind: 'unknown', value: { type: 'hologram', depth: dice.int(1, 9), nested: { a: [1, null] } } })
  return { kind: 'user', pieces, ...(dice.chance(0.3) && { joined: true }) }
}

const answers = (dice: Random, mood: Mood, round: number): AssistantStep => {
  const count = dice.chance(mood.tools) ? (dice.chance(mood.parallel) ? dice.int(2, 4) : 1) : 0
  const calls = Array.from({ length: count }, (_, i): Call => {
    const tool = dice.pick(mood.toolNames)
    const args =
      tool === 'recall' ? { id: `m${dice.int(1, 99)}`, grep: 'error' } : { path: `src/${dice.int(1, 6)}.ts`, note: speech(dice, mood.odd) }
    return { id: mood.reuse ? `call_${i}` : `call_${round}_${i}_${dice.int(1e5, 1e6)}`, tool, args: JSON.stringify(args) }
  })
  const talks = count === 0 || dice.chance(0.5)
  return {
    kind: 'assistant',
    calls,
    ...(talks && { text: speech(dice, mood.odd) }),
    ...(dice.chance(mood.thinking) && { thinking: { text: speech(dice, mood.odd), ...(mood.sealed && { seal: signature(dice) }) } }),
    ...(talks && dice.chance(mood.opaque) && { opaque: dice.pick(['search', 'redacted', 'future'] as const) }),
  }
}

const returns = (dice: Random, mood: Mood, call: Call, seen: Piece[][]): ResultStep => {
  const error = dice.chance(mood.errors)
  const pieces: Piece[] =
    seen.length > 0 && dice.chance(mood.echo)
      ? dice.pick(seen)
      : [
          { kind: 'text', text: error ? `Error: ${speech(dice, mood.odd)}` : output(dice, mood.odd) },
          ...(dice.chance(mood.images) ? [{ kind: 'image' as const, base64: png(dice.int(1, 2000), dice.int(1, 2000)) }] : []),
        ]
  seen.push(pieces)
  return { kind: 'result', callId: call.id, tool: call.tool, pieces, error }
}

/** Ids, times, pins, markers and shapes: after the faults, so that what they put in has them too. */
const dressUp = (steps: Step[], dice: Random, mood: Mood) => {
  let at = Date.UTC(2026, 0, 5, 9) + dice.int(0, 1e8)
  let markers = mood.markers ? dice.int(1, 3) : 0
  steps.forEach((step, i) => {
    at += dice.int(1, 90) * 1000 + (dice.chance(0.04) ? dice.int(61, 1800) * 60_000 : 0)
    if (mood.times === 'all' || (mood.times === 'some' && dice.chance(0.6))) step.at = at
    if (mood.ids) step.id = `msg_${i + 1}_${dice.int(1e5, 1e6)}`
    if (mood.pins && dice.chance(0.1)) step.pinned = true
    if (dice.chance(0.3)) step.blocks = true
    if (dice.chance(mood.opaque / 4)) step.extra = { x_origin: { tab: dice.int(1, 9) }, x_flags: ['a', null, true] }
    if (markers > 0 && dice.chance(0.2)) {
      step.marked = true
      markers--
    }
  })
}
