import { test } from 'vitest'
import { fit, presets, CannotFitError, plan, explain } from '../src/index.js'
import { requestOf } from './bed/natives.js'
import { makeStory } from './bed/story.js'
test('d', () => {
  const request = requestOf('anthropic', makeStory(17, { legal: true }))
  const o = { adapter: 'anthropic' as const, preset: presets.safe }
  const p1 = plan(request, { ...o, window: 300, reserve: 75 })
  console.log(explain(p1), JSON.stringify(p1.floor))
  const p2 = plan(request, { ...o, window: 1e6 + p1.floor!.total - 1, reserve: 1e6 })
  console.log(explain(p2), JSON.stringify(p2.floor))
  console.log(JSON.stringify((request as any).messages ?? request, null, 0).slice(0, 3000))
})
