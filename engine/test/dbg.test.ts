import { test } from 'vitest'
import { fit, plan, CannotFitError } from '/work/main/engine/src/index.js'
import { requestOf } from '/work/main/engine/test/bed/natives.js'
import { makeStory } from '/work/main/engine/test/bed/story.js'
import { illegalities, messagesOf } from '/work/main/engine/test/bed/legal.js'
import { tried } from '/work/main/engine/test/presets.js'
import { read, withMessages } from '/work/main/engine/test/laws.js'
test('x', () => {
  const format = process.env.F as 'openai-responses'
  const request = requestOf(format, makeStory(Number(process.env.S), { legal: process.env.L === '1' }))
  const options = { preset: tried.find((p) => p.name === process.env.P)!, window: Number(process.env.W), reserve: Number(process.env.W) >> 2, locale: (process.env.LO ?? 'en') as 'en', breakpoint: process.env.B === '1', adapter: format }
  const show = (r: unknown) => read(format, r).messages.map((m, i) => `${i} ${m.id} ${m.role} ${m.tokens} [${m.parts.map((p) => p.kind + ':' + p.tokens + ('callId' in p ? p.callId : '')).join(' ')}]`).join('\n')
  const edits = (drawn: any) => drawn.edits.map((e: any) => `${e.pass} ${e.when} ${e.edit.op} ${'target' in e.edit ? e.edit.target : e.edit.id ?? ''} ${e.before}->${e.after}`).join('\n')
  console.log(show(request))
  const { request: sent, plan: drawn } = fit(request, options)
  console.log(edits(drawn))
  console.log(show(sent))
  console.log(drawn.after, plan(sent, options).before, illegalities(format, sent, request))
  if (process.env.G) {
    let ledger: any, yesterday: string[] = []
    const all = messagesOf(request)
    for (let i = 0; i < 6; i++) {
      const history = withMessages(request, all.slice(0, Math.ceil((all.length * (i + 1)) / 6)))
      const today = fit(history, { ...options, ...(ledger && { ledger }) })
      const now = messagesOf(today.request).map((m) => JSON.stringify(m))
      const bad = now.slice(0, yesterday.length).findIndex((m, k) => m !== yesterday[k])
      console.log('step', i, messagesOf(history).length, today.plan.firstChange, edits(today.plan))
      if (today.plan.firstChange === null && (bad >= 0 || now.length < yesterday.length)) { console.log('BAD', bad, yesterday[bad]?.slice(0, 1500), '\n', now[bad]?.slice(0, 1500)); console.log(show(history)) }
      ledger = today.ledger; yesterday = now
    }
  }
})
