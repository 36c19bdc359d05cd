/** The laws on generated histories: faulty and legal, roomy and tight, warm and cold, for every adapter. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CannotFitError, fit, type FitOptions, type Preset } from '../src/index.js'
import { FORMATS, requestOf } from './bed/natives.js'
import { makeStory } from './bed/story.js'
import { floorIsTrue, grows, holdLaws, messagesOf } from './laws.js'
import { tried } from './presets.js'

/** So that a counterexample prints the preset's name and not its code. */
const named = (preset: Preset): Preset => ({ ...preset, [fc.toStringMethod]: () => preset.name }) as Preset

const settings = fc.record({
  seed: fc.nat(),
  legal: fc.boolean(),
  preset: fc.constantFrom(...tried.map(named)),
  window: fc.constantFrom(300, 1_200, 4_000, 16_000, 200_000),
  locale: fc.constantFrom('en', 'zh-CN'),
  breakpoint: fc.boolean(),
} as const)

const RUNS = 1_000

// The same histories in every run, so that a failure is somebody's change; `npm run soak` looks for new ones.
fc.configureGlobal({ seed: 1 })

describe.each(FORMATS)('%s', (format) => {
  test('every law holds on a thousand histories', () => {
    fc.assert(
      fc.property(settings, ({ seed, legal, window, ...options }) => {
        const request = requestOf(format, makeStory(seed, { legal }))
        holdLaws({ format, request, options: { ...options, window, reserve: window >> 2 }, legal })
      }),
      { numRuns: RUNS },
    )
  })

  test('a history grows at its end, and restarts give the same bytes', () => {
    fc.assert(
      fc.property(settings, ({ seed, window, ...options }) => {
        const request = requestOf(format, makeStory(seed))
        const count = messagesOf(request).length
        const ends = Array.from({ length: 6 }, (_, i) => Math.ceil((count * (i + 1)) / 6))
        const given = { format, request, options: { ...options, window, reserve: window >> 2 } as FitOptions }
        try {
          grows(given, ends)
        } catch (error) {
          if (!(error instanceof CannotFitError)) throw error
        }
      }),
      { numRuns: 300 },
    )
  })

  test('any budget from the floor up fits, as counted', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(...tried.map(named)), (seed, limit, preset) => {
        const request = requestOf(format, makeStory(seed))
        const options = { preset, window: limit + 1_000_000, reserve: 1_000_000 }
        try {
          expect(fit(request, { ...options, adapter: format }).plan.after).toBeLessThanOrEqual(limit)
        } catch (error) {
          if (!(error instanceof CannotFitError)) throw error
          floorIsTrue({ format, request, options }, error)
        }
      }),
      { numRuns: 300 },
    )
  })
})
