/** The eight laws of the engine, each a check that runs on any request. */
import { expect } from 'vitest'
import { adapters } from '../src/adapters/index.js'
import { emptyLedger } from '../src/core/ledger.js'
import { Desk } from '../src/core/desk.js'
import {
  apply,
  CannotFitError,
  fit,
  plan,
  recall,
  type FitOptions,
  type Fitted,
  type Ledger,
  type Message,
  type Plan,
} from '../src/index.js'
import { estimate } from '../src/tokens/index.js'
import type { Adapter } from '../src/types.js'
import { clone } from './bed/clone.js'
import { deepFreeze } from './bed/frozen.js'
import { illegalities, messagesOf } from './bed/legal.js'
import type { Format } from './bed/natives.js'

export { messagesOf }

export interface Case {
  format: Format
  request: unknown
  options: Omit<FitOptions, 'adapter' | 'ledger'>
  /** The input was legal: repair has nothing to do. */
  legal?: boolean
}

/** All laws on one request; where it cannot fit, the error has to name the true floor. */
export function holdLaws(given: Case): void {
  const { format, request, options } = given
  deepFreeze(request)
  const run = (input: unknown, ledger?: Ledger) => fit(input, { ...options, adapter: format, ...(ledger && { ledger }) })
  let first: Fitted<unknown>
  try {
    first = run(request)
  } catch (error) {
    if (!(error instanceof CannotFitError)) throw error
    floorIsTrue(given, error)
    return
  }
  untouched(given, first)
  same(given, first)
  addsUp(given, first)
  settles(given, first)
  legal(given, first)
  returns(given, first)
  fits(first.plan)
}

function untouched({ format, request, options }: Case, { request: sent, plan: drawn }: Fitted<unknown>): void {
  const { messages, natives } = read(format, request)
  const ids = messages.map(({ id }) => id)
  const edited = new Set(
    drawn.edits.flatMap(({ edit }) => {
      if (edit.op === 'fold') return ids.slice(ids.indexOf(edit.point.from), ids.indexOf(edit.point.to) + 1)
      return edit.op === 'insert' ? [] : [edit.target.replace(/\.\d+$/, ''), edit.target]
    }),
  )
  if (options.breakpoint && drawn.breakpoint !== null) edited.add(drawn.breakpoint)
  // Where an adapter hands over several natives as one, each of them stays.
  const kept = natives.filter((_, i) => !edited.has((messages[i] as Message).id)).flat()
  const output = new Set<unknown>(messagesOf(sent))
  expect(kept.filter((native) => !output.has(native))).toEqual([])
  if (drawn.edits.length === 0 && !options.breakpoint) expect(JSON.stringify(sent)).toBe(JSON.stringify(request))
}

function same({ format, request, options }: Case, { request: sent, plan: drawn, ledger }: Fitted<unknown>): void {
  const again = fit(clone(request), { ...options, adapter: format })
  expect(JSON.stringify(again.request)).toBe(JSON.stringify(sent))
  expect(JSON.stringify(again.ledger)).toBe(JSON.stringify(ledger))
  expect(
    JSON.stringify(apply(request, JSON.parse(JSON.stringify(drawn)) as Plan, { adapter: format, breakpoint: options.breakpoint ?? false })),
  ).toBe(JSON.stringify(sent))
}

function addsUp({ format, request, options }: Case, { request: sent, plan: drawn }: Fitted<unknown>): void {
  const deltas = drawn.edits.reduce((sum, { before, after }) => sum + after - before, 0)
  expect(drawn.before + deltas).toBe(drawn.after)
  expect(plan(sent, { ...options, adapter: format }).before).toBe(drawn.after)
  expect(plan(request, { ...options, adapter: format }).after).toBe(drawn.after)
}

function settles({ format, request, options }: Case, { request: sent, ledger }: Fitted<unknown>): void {
  const bytes = JSON.stringify(sent)
  const restarted = JSON.parse(JSON.stringify(ledger)) as Ledger
  for (const [input, given] of [
    [request, ledger],
    [clone(request), restarted],
  ] as const) {
    const again = fit(input, { ...options, adapter: format, ledger: given })
    expect(JSON.stringify(again.request)).toBe(bytes)
    expect(JSON.stringify(again.ledger.taken)).toBe(JSON.stringify(ledger.taken))
    expect(again.plan.firstChange).toBe(null)
  }
  // Where the next fold would start cannot be told from the output: it does not know its own placeholders.
  expect(JSON.stringify(fit(sent, { ...options, adapter: format, breakpoint: false }).request)).toBe(bytes)
}

function legal({ format, request, legal: wasLegal }: Case, { request: sent, plan: drawn }: Fitted<unknown>): void {
  // A history that held nothing but blanks is empty now; no provider takes it, before or after.
  if (messagesOf(sent).length > 0) expect(illegalities(format, sent, request)).toEqual([])
  if (wasLegal) expect(drawn.edits.filter(({ pass }) => pass === 'repair')).toEqual([])
}

function returns({ format, request }: Case, { plan: drawn }: Fitted<unknown>): void {
  const { natives, messages } = read(format, request)
  for (const { edit } of drawn.edits) {
    if (!('target' in edit)) continue
    const back = recall(request, edit.target, {}, { adapter: format })
    const position = messages.findIndex(({ id, parts }) => id === edit.target || parts.some((part) => part.id === edit.target))
    expect(back?.native).toBe(natives[position])
    const part = messages[position]?.parts.find(({ id }) => id === edit.target)
    if (part?.kind === 'text') expect(back?.text).toBe(part.text)
    const only = part?.kind === 'result' && part.body.length === 1 ? part.body[0] : undefined
    if (only?.kind === 'text') expect(back?.text).toBe(only.text)
  }
}

function fits(drawn: Plan): void {
  expect(drawn.fits).toBe(true)
  expect(drawn.after).toBeLessThanOrEqual(drawn.budget.limit)
}

/** A budget of exactly the floor is enough, one token less is not. */
export function floorIsTrue({ format, request, options }: Case, { floor, budget }: CannotFitError): void {
  expect(floor.system + floor.tools + floor.pinned + floor.lastTurn).toBe(floor.total)
  expect(floor.total).toBeGreaterThan(budget.limit)
  const reserve = 1_000_000
  const given = { ...options, adapter: format, reserve }
  const exact = fit(request, { ...given, window: reserve + floor.total })
  expect(exact.plan.after).toBeLessThanOrEqual(floor.total)
  expect(() => fit(request, { ...given, window: reserve + floor.total - 1 })).toThrow(CannotFitError)
}

/** Yesterday's request begins today's until a plan says otherwise; returns how often one did. */
export function grows({ format, request, options }: Case, ends: readonly number[]): number {
  const all = messagesOf(request)
  let ledger: Ledger | undefined
  let yesterday: string[] = []
  let changes = 0
  for (const end of ends) {
    const history = withMessages(request, all.slice(0, end))
    const today = fit(history, { ...options, adapter: format, ...(ledger && { ledger }) })
    const sent = messagesOf(today.request).map((message) => JSON.stringify(message))
    if (today.plan.firstChange === null) expect(sent.slice(0, yesterday.length)).toEqual(yesterday)
    else changes++
    const restarted = ledger && (JSON.parse(JSON.stringify(ledger)) as Ledger)
    const cold = fit(clone(history), { ...options, adapter: format, ...(restarted && { ledger: restarted }) })
    expect(JSON.stringify(cold)).toBe(JSON.stringify(today))
    ledger = today.ledger
    yesterday = sent
  }
  return changes
}

export function read(format: Format, request: unknown): { messages: Message[]; natives: unknown[] } {
  const adapter = adapters[format] as Adapter
  return Desk.claim(emptyLedger(), adapter, estimate, adapter.open(request)).desk.reading
}

export function withMessages(request: unknown, messages: unknown[]): unknown {
  if (Array.isArray(request)) return messages
  const list = ['input', 'contents'].find((name) => name in (request as object)) ?? 'messages'
  return { ...(request as object), [list]: messages }
}
