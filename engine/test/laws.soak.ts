/** The laws on many more histories than a normal run has time for: SEEDS=2000 FROM=0 npm run soak -- engine. */
import { expect, test } from 'vitest'
import { CannotFitError } from '../src/index.js'
import { FORMATS, requestOf } from './bed/natives.js'
import { makeStory } from './bed/story.js'
import { grows, holdLaws, messagesOf } from './laws.js'
import { tried } from './presets.js'

const WINDOWS = [300, 1_200, 4_000, 16_000, 200_000]
const seeds = Number(process.env['SEEDS'] ?? 400)
const from = Number(process.env['FROM'] ?? 0)

test.each(FORMATS)('%s: every law, every preset, every window', (format) => {
  const broken = new Map<string, string[]>()
  for (let seed = from; seed < from + seeds; seed++) {
    for (const preset of tried) {
      for (const window of WINDOWS) {
        const legal = seed % 2 === 0
        const request = requestOf(format, makeStory(seed, { legal }))
        const locale = seed % 4 < 2 ? ('en' as const) : ('zh-CN' as const)
        const given = { format, request, legal, options: { preset, window, reserve: window >> 2, locale, breakpoint: seed % 3 === 0 } }
        const where = `seed ${seed} ${preset.name} window ${window}`
        note(broken, where, () => holdLaws(given))
        const count = messagesOf(request).length
        note(broken, where, () =>
          grows(
            given,
            Array.from({ length: 6 }, (_, i) => Math.ceil((count * (i + 1)) / 6)),
          ),
        )
      }
    }
  }
  for (const [what, places] of broken) console.error(`${places.length} x ${what}\n  ${places.slice(0, 5).join('\n  ')}`)
  expect(broken.size).toBe(0)
})

/** Goes on after a failure: one line a kind of failure says more than the first of them. */
function note(broken: Map<string, string[]>, where: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (error instanceof CannotFitError) return
    const { message, stack = '' } = error as Error
    const law = /at (\w+) \(.*laws\.ts/.exec(stack)?.[1] ?? ''
    const what = `${law}: ${message.split('\n')[0]?.slice(0, 80)}`
    broken.set(what, [...(broken.get(what) ?? []), where])
  }
}
