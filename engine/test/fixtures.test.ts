/** Runs every fixture in test/fixtures through each adapter: what comes out, what the plan says, and all laws. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  emptyLedger,
  eager,
  fit,
  presets,
  priced,
  type FitOptions,
  type Ledger,
  type Pass,
  type Preset,
  type Schedule,
} from '../src/index.js'
import {
  dedupe,
  dropRounds,
  dropThinking,
  elide,
  foldLines,
  limitOutput,
  slidingWindow,
  stripBinary,
  supersede,
  thinGutter,
} from '../src/passes/index.js'
import { resolve } from './bed/fixture.js'
import { FORMATS, type Format } from './bed/natives.js'
import { fromNative, print, readFixture, toNative, type Fixture, type PlainMessage, type Settings } from './bed/notation.js'
import { holdLaws, read } from './laws.js'

const folder = new URL('fixtures/', import.meta.url)
const names = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.txt'))
  .sort()

const PASSES: { [name: string]: (options: object) => Pass } = {
  'strip-binary': stripBinary,
  'limit-output': limitOutput,
  'thin-gutter': thinGutter,
  dedupe,
  supersede,
  elide,
  'drop-thinking': dropThinking,
  'drop-rounds': dropRounds,
  'fold-lines': foldLines,
  'sliding-window': slidingWindow,
}

describe.each(names)('%s', (name) => {
  const fixture = readFixture(readFileSync(new URL(name, folder), 'utf8'))

  test.each(FORMATS)('%s', (format) => {
    const request = toNative(format, fixture.input, fixture.settings.tools)
    const ids = idsOf(format, request, fixture)
    const options = optionsOf(fixture.settings, ids)
    const { request: sent, plan } = fit(request, { ...options, ...(fixture.settings.cold && { ledger: cold }), adapter: format })

    expect(print(fromNative(format, sent), ids)).toBe(print(fromNative(format, toNative(format, fixture.expected)), ids))
    for (const { pass, target, refused, delta, reason } of fixture.plan ?? []) {
      const id = resolve(target, ids)
      if (spread(format, fixture.input[Number.parseInt(target.slice(1), 10) - 1] as PlainMessage) > 1) continue
      if (refused)
        expect(plan.refused.map((each) => `${each.pass} ${'target' in each.edit ? each.edit.target : ''} ${each.why}`)).toContain(
          `${pass} ${id} ${reason}`,
        )
      else {
        const planned = plan.edits.find(({ edit }) => 'target' in edit && edit.target === id)
        expect(planned && { pass: planned.pass, reason: planned.edit.reason }).toEqual({ pass, reason })
        if (delta !== undefined) expect(planned && planned.after - planned.before).toBe(delta)
      }
    }
    // An appetite that never ends is not a schedule: the laws are held by one that takes all at once.
    const { excess: _excess, ...settled } = fixture.settings
    if (!fixture.settings.cold) holdLaws({ format, request, options: { ...options, preset: presetOf(settled) } })
  })
})

/** A cache that is long gone. */
const cold: Ledger = {
  ...emptyLedger(),
  lanes: { 'any/model': { lastCallAt: 0, envelope: '', sent: [], spent: 0, none: 0, ratio: 1, missed: true, ttl: 0 } },
}

function optionsOf(settings: Settings, ids: readonly string[]): FitOptions {
  const { locale = 'en', window = 200_000, now, pins } = settings
  return {
    preset: presetOf(settings),
    locale,
    window,
    reserve: 0,
    pins: pins.map((pin) => resolve(pin, ids)),
    ...(now !== undefined && { now }),
  }
}

function presetOf({ pass, preset, options, excess, schedule }: Settings): Preset {
  if (preset) return presets[preset as keyof typeof presets]
  const make = PASSES[pass ?? '']
  if (!make) throw new Error(`no pass is called ${pass}`)
  const appetite: Schedule = { ...eager, appetite: (when) => (when === 'arrival' ? Infinity : (excess ?? 0)) }
  const chosen = excess === undefined ? (schedule === 'priced' ? priced() : eager) : appetite
  return { ...presets.safe, name: 'fixture', passes: [make(options)], schedule: chosen }
}

/** By position in the fixture; Anthropic's and Gemini's system messages are not in their lists of messages. */
function idsOf(format: Format, request: unknown, { input }: Fixture): string[] {
  const ids = read(format, request).messages.map(({ id }) => id)
  return input.map((message) => ids.splice(0, spread(format, message))[0] ?? '')
}

/** How many messages of the format stand for one of a fixture: Responses tell what is said and what is called apart. */
function spread(format: Format, message: PlainMessage): number {
  return read(format, toNative(format, [message])).messages.length
}
