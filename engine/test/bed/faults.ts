/** What goes wrong in real histories: each fault takes legal steps and returns them spoilt, or unchanged where it finds no place. */
import type { Random } from './random.js'
import type { AssistantStep, ResultStep, Step, UserStep } from './story.js'

export type Fault = keyof typeof faults

/** Up to four faults, or none in one story of five. */
export const spoil = (told: Step[], dice: Random): { steps: Step[]; faults: Fault[] } => {
  let steps = told
  const done: Fault[] = []
  const names = Object.keys(faults) as Fault[]
  for (let left = dice.int(0, 4); left > 0; left--) {
    const name = dice.pick(names)
    const spoilt = faults[name](steps, dice)
    if (spoilt === steps) continue
    steps = spoilt
    done.push(name)
  }
  // A result may be one object in two places: dressing up must not reach both.
  return { steps: steps.map((step) => ({ ...step })), faults: done }
}

type Spoil = (steps: Step[], dice: Random) => Step[]

/** A message that calls, and where its results stand. */
interface Batch {
  at: number
  results: number[]
}

const user = (text: string): UserStep => ({ kind: 'user', pieces: [{ kind: 'text', text }] })

/** The user pressed Escape: calls without results, then the user again. */
const interrupted: Spoil = (steps, dice) =>
  onBatch(steps, dice, 1, ({ at, results }) => {
    const rest = without(steps, results.slice(dice.int(0, results.length - 1)))
    const next = at + 1 + (rest.length - steps.length + results.length)
    return rest[next]?.kind === 'user' ? rest : rest.toSpliced(next, 0, user('stop, do something else'))
  })

/** The story breaks off before the last results. */
const dangling: Spoil = (steps, dice) => {
  const last = batches(steps).at(-1)
  return last ? steps.slice(0, last.at + 1 + dice.int(0, last.results.length - 1)) : steps
}

/** One result is gone, and the model went on. */
const lost: Spoil = (steps, dice) => onBatch(steps, dice, 1, ({ results }) => without(steps, [dice.pick(results)]))

/** Some results of a parallel batch are gone. */
const halfAnswered: Spoil = (steps, dice) =>
  onBatch(steps, dice, 2, ({ results }) => without(steps, results.slice(dice.int(1, results.length - 1))))

/** A result whose call was cut away. */
const orphan: Spoil = (steps, dice) => {
  const result: ResultStep = {
    kind: 'result',
    callId: `gone_${dice.int(1, 1e6)}`,
    tool: 'read',
    pieces: [{ kind: 'text', text: 'nobody asked' }],
    error: false,
  }
  return steps.toSpliced(dice.int(firstTold(steps), steps.length), 0, result)
}

/**
 * A result again, long after its own.
 * Not where ids are reused: it could then answer another call from behind the user's text, which is a fault of another kind.
 */
const stray: Spoil = (steps, dice) => {
  const ids = steps.flatMap((step) => (step.kind === 'assistant' ? step.calls.map((call) => call.id) : []))
  if (new Set(ids).size < ids.length) return steps
  return onBatch(steps, dice, 1, ({ at, results }) => {
    const later = steps.findIndex((step, i) => i > at && step.kind === 'assistant')
    const again = steps[dice.pick(results)]
    return later < 0 || !again ? steps : steps.toSpliced(dice.int(later + 1, steps.length), 0, again)
  })
}

/** The same result twice in a row, at times with other words. */
const doubled: Spoil = (steps, dice) =>
  onBatch(steps, dice, 1, ({ results }) => {
    const index = dice.pick(results)
    const result = steps[index] as ResultStep
    return steps.toSpliced(index + 1, 0, dice.chance(0.5) ? result : { ...result, pieces: [{ kind: 'text', text: 'second thoughts' }] })
  })

/** A message with nothing in it, or only white space. */
const empty: Spoil = (steps, dice) => {
  const index = dice.int(firstTold(steps), steps.length - 1)
  const step = steps[index]
  const text = dice.pick(['', '', ' \n'])
  if (step?.kind === 'user') return steps.with(index, { ...step, pieces: dice.chance(0.2) ? [] : [{ kind: 'text', text }] })
  if (step?.kind === 'result') return steps.with(index, { ...step, pieces: [{ kind: 'text', text: '' }] })
  if (step?.kind === 'assistant') return steps.with(index, { ...step, text })
  return steps
}

/** The model was stopped before its first word. */
const silent: Spoil = (steps, dice) => beforeUser(steps, dice, { kind: 'assistant', calls: [] })

/** The model was stopped while it thought. */
const onlyThinking: Spoil = (steps, dice) =>
  beforeUser(steps, dice, { kind: 'assistant', calls: [], thinking: { text: 'Let me see', seal: `EqAB${dice.int(1, 1e9)}==` } })

/** The beginning was cut off: the assistant speaks first. */
const headless: Spoil = (steps) => {
  const start = steps.findIndex((step) => step.kind === 'assistant')
  return start < 0 ? steps : [...steps.slice(0, firstTold(steps)), ...steps.slice(start)]
}

/** The model was stopped in the middle of a call. */
const aborted: Spoil = (steps, dice) =>
  onBatch(steps, dice, 1, ({ at }) => {
    const step = steps[at] as AssistantStep
    return steps.with(at, { ...step, calls: step.calls.map((call, i) => (i === 0 ? { ...call, args: call.args.slice(0, 9) } : call)) })
  })

export const faults = { interrupted, dangling, lost, halfAnswered, orphan, stray, doubled, empty, silent, onlyThinking, headless, aborted }

const batches = (steps: readonly Step[]): Batch[] =>
  steps.flatMap((step, at) => {
    if (step.kind !== 'assistant' || step.calls.length === 0) return []
    const results: number[] = []
    for (let i = at + 1; steps[i]?.kind === 'result'; i++) results.push(i)
    return [{ at, results }]
  })

/** One batch by chance among those with enough results. */
const onBatch = (steps: Step[], dice: Random, fewest: number, change: (batch: Batch) => Step[]): Step[] => {
  const fitting = batches(steps).filter((batch) => batch.results.length >= fewest)
  return fitting.length > 0 ? change(dice.pick(fitting)) : steps
}

const without = (steps: readonly Step[], indices: readonly number[]) => steps.filter((_, i) => !indices.includes(i))

const firstTold = (steps: readonly Step[]) => {
  const first = steps.findIndex((step) => step.kind !== 'system')
  return first < 0 ? steps.length : first
}

/** Only there it cannot come between a call and its results. */
const beforeUser = (steps: Step[], dice: Random, step: Step): Step[] => {
  const places = steps.flatMap((each, i) => (each.kind === 'user' && i > firstTold(steps) ? [i] : []))
  return places.length > 0 ? steps.toSpliced(dice.pick(places), 0, step) : steps
}
