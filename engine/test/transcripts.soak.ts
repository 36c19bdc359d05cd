/** Every preset on real transcripts, at three windows: legal, fits, the same twice. DATA=folder CALLS=25 npm run soak -- transcripts */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CannotFitError, fit, type Ledger } from '../src/index.js'
import { illegalities } from './bed/legal.js'
import { tried } from './presets.js'

const folder = process.env['DATA']
const files = folder ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []
const WINDOWS = [32_000, 128_000, 200_000]
const CALLS = Number(process.env['CALLS'] ?? 25)

test('a folder of transcripts is given', () => {
  expect(files.length, 'set DATA to a folder of chat-shaped .jsonl transcripts').toBeGreaterThan(0)
})

describe.each(files)('%s', (file) => {
  const messages = readFileSync(join(folder ?? '', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { role?: string; timestamp?: number })
    .filter(({ role }) => role !== undefined)
  // Before every recorded call of the model, but not so many that the run takes hours.
  const calls = messages.flatMap(({ role }, at) => (role === 'assistant' && at > 0 ? [at] : []))
  const some = calls.filter((_, i) => i % Math.ceil(calls.length / CALLS) === 0)

  test.each(tried.map(({ name }) => name))('%s', (name) => {
    const preset = tried.find((each) => each.name === name)
    for (const window of WINDOWS) {
      let ledger: Ledger | undefined
      for (const end of some) {
        const history = messages.slice(0, end)
        const options = { adapter: 'openai-chat' as const, preset, window, ledger }
        try {
          const { request, plan, ledger: next } = fit(history, options)
          expect(illegalities('openai-chat', request)).toEqual([])
          expect(plan.after).toBeLessThanOrEqual(plan.budget.limit)
          const again = fit(structuredClone(history), { ...options, ledger: ledger && (JSON.parse(JSON.stringify(ledger)) as Ledger) })
          expect(JSON.stringify(again)).toBe(JSON.stringify({ request, plan, ledger: next }))
          ledger = next
        } catch (error) {
          // A system prompt larger than the window is nobody's fault; the floor has to say so.
          if (!(error instanceof CannotFitError)) throw error
          expect(error.floor.total).toBeGreaterThan(error.budget.limit)
        }
      }
    }
  })
})
