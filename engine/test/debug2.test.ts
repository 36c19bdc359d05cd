import { test } from 'vitest'
import { fit, presets, explain } from '../src/index.js'
import { requestOf } from './bed/natives.js'
import { makeStory } from './bed/story.js'
test('d', () => {
  const request: any = requestOf('anthropic', makeStory(2147481593, { legal: false }))
  const r: any = fit(request, { adapter: 'anthropic', window: 4000, reserve: 1000 })
  console.log(
    JSON.stringify(request.messages ?? request).slice(0, 1500),
    '\n',
    explain(r.plan),
    JSON.stringify(r.request.messages ?? r.request).slice(0, 600),
  )
})
