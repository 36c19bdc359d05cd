import { test } from 'vitest'
import { CannotFitError, presets, eager } from '../src/index.js'
import { dropThinking, elide, limitOutput, slidingWindow, stripBinary } from '../src/passes/index.js'
import { FORMATS, requestOf } from './bed/natives.js'
import { makeStory } from './bed/story.js'
import { grows, holdLaws, messagesOf } from './laws.js'
const hasty = {
  ...presets.safe,
  name: 'hasty',
  passes: [
    stripBinary(),
    limitOutput({ maxChars: 600, maxLines: 30, maxLineChars: 300 }),
    elide({ keep: 2 }),
    dropThinking({ keep: 1 }),
    slidingWindow({ keep: 6 }),
  ],
  schedule: eager,
}
test('debug', () => {
  const seen = new Map<string, string[]>()
  for (const format of FORMATS)
    for (const preset of [presets.safe, hasty])
      for (const window of [300, 1200, 4000, 200000])
        for (let seed = 0; seed < Number(process.env.N ?? 150); seed++)
          for (const legal of [true, false])
            for (const kind of ['laws', 'grow']) {
              const request = requestOf(
                format,
                makeStory(process.env.SEED ? Number(process.env.SEED) : seed * 7919 + Number(process.env.S ?? 0), { legal }),
              )
              const options = {
                preset,
                window,
                reserve: window >> 2,
                breakpoint: seed % 2 === 1,
                locale: (seed % 4 < 2 ? 'en' : 'zh-CN') as 'en',
              }
              try {
                if (kind === 'laws') holdLaws({ format, request, options, legal })
                else {
                  const c = messagesOf(request).length
                  grows(
                    { format, request, options },
                    Array.from({ length: 6 }, (_, i) => Math.ceil((c * (i + 1)) / 6)),
                  )
                }
              } catch (e: any) {
                if (e instanceof CannotFitError && kind === 'grow') continue
                const where = e.stack
                  .split('\n')
                  .filter((l: string) => /engine\//.test(l))
                  .slice(0, 2)
                  .map((l: string) => l.trim().replace(/\/work\/main\//, ''))
                  .join(' < ')
                let d = String(e.message).slice(0, 200) + JSON.stringify(e.actual)?.slice(0, 300)
                if (typeof e.actual === 'string' && typeof e.expected === 'string') {
                  let i = 0
                  while (e.actual[i] === e.expected[i]) i++
                  d = `@${i} A:${e.actual.slice(Math.max(0, i - 80), i + 120)} ||| E:${e.expected.slice(Math.max(0, i - 80), i + 120)}`
                }
                const key = `${e.name} ${where}`
                const list = seen.get(key) ?? []
                list.push(`${format} ${preset.name} w${window} seed ${seed} legal ${legal} ${kind}: ${d}`)
                seen.set(key, list)
              }
            }
  for (const [k, v] of seen) console.log(`\n#### ${v.length} × ${k}\n  ` + v.slice(0, 3).join('\n  '))
})
