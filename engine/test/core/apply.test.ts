/** Applying: a stored plan gives the same bytes again; what nobody touched is passed on as it is. */
import { describe, expect, test } from 'vitest'
import { apply, eager, fit, plan, presets, type Edit, type Pass, type Plan, type Preset } from '../../src/index.js'
import { dropThinking, elide, limitOutput, slidingWindow, stripBinary } from '../../src/passes/index.js'
import { clone } from '../bed/clone.js'
import { deepFreeze } from '../bed/frozen.js'
import { FORMATS } from '../bed/natives.js'
import { parse, toNative } from '../bed/notation.js'
import { messagesOf } from '../laws.js'

const STORY = parse(`
system     Be brief
user       Fix the build
assistant  call a read {"path":"a.ts"}
result a   (60 lines)
assistant  call b draw {}
result b   saved (base64 2000)
assistant  call c read {"path":"c.ts"}
result c   (900 chars)
assistant  Done.
user       Thanks
`)
const preset: Preset = {
  ...presets.safe,
  passes: [stripBinary(), limitOutput({ maxLines: 20 }), elide({ keep: 1 }), dropThinking(), slidingWindow({ keep: 4 })],
  schedule: eager,
}
const stored = (drawn: Plan) => JSON.parse(JSON.stringify(drawn)) as Plan

describe.each(FORMATS)('%s', (format) => {
  const request = deepFreeze(toNative(format, STORY))
  const options = { adapter: format, preset, window: 10_000, reserve: 0 }
  const fitted = fit(request, options)

  test('a plan that was stored, replayed on a copy of its request, gives the same bytes', () => {
    expect(fitted.plan.edits.length).toBeGreaterThan(1)
    const again = apply(clone(request), stored(fitted.plan), { adapter: format })
    expect(JSON.stringify(again)).toBe(JSON.stringify(fitted.request))
  })

  test('also with a cache breakpoint', () => {
    const marked = fit(request, { ...options, breakpoint: true })
    const again = apply(clone(request), stored(marked.plan), { adapter: format, breakpoint: true })
    expect(JSON.stringify(again)).toBe(JSON.stringify(marked.request))
  })

  test('also of one that dropped rounds and had to mend', () => {
    const tight = fit(request, { ...options, window: 100 })
    expect(tight.plan.edits.some(({ edit }) => edit.op === 'drop')).toBe(true)
    expect(JSON.stringify(apply(request, stored(tight.plan), { adapter: format }))).toBe(JSON.stringify(tight.request))
  })

  test('messages without an edit are the same objects, in the same order', () => {
    const before = messagesOf(request)
    const after = messagesOf(apply(request, fitted.plan, { adapter: format }))
    const kept = after.filter((message) => before.includes(message))
    expect(kept.length).toBeGreaterThan(before.length / 2)
    expect(kept).toEqual(before.filter((message) => after.includes(message)))
  })

  test('a plan without edits changes nothing', () => {
    const idle = plan(request, { ...options, preset: { ...preset, passes: [] } })
    const out = apply(request, idle, { adapter: format })
    expect(JSON.stringify(out)).toBe(JSON.stringify(request))
    messagesOf(out).forEach((message, i) => expect(message).toBe(messagesOf(request)[i]))
  })

  test('everything beside the messages stays', () => {
    const list = format === 'openai-responses' ? 'input' : format === 'gemini' ? 'contents' : 'messages'
    const body = { ...(Array.isArray(request) ? { [list]: request } : (request as object)), model: 'some-model', future: { field: 1 } }
    const { plan: drawn } = fit(body, options)
    const { [list]: _before, ...around } = body as { [name: string]: unknown }
    const { [list]: _after, ...kept } = apply<{ [name: string]: unknown }>(body, drawn, { adapter: format })
    expect(kept).toEqual(around)
  })

  test('a plan for another history leaves alone what it does not know', () => {
    const other = toNative(format, parse('user       Hello\nassistant  Hi'))
    expect(JSON.stringify(apply(other, fitted.plan, { adapter: format }))).toBe(JSON.stringify(other))
  })
})

test('edits are carried out: drop, replace, insert', () => {
  const request = ['a', 'b', 'c', 'd'].map((id, i) => ({ id, role: i % 2 ? 'assistant' : 'user', content: `said by ${id}`, extra: i }))
  const edits: Edit[] = [
    { op: 'drop', target: 'b', reason: 'test' },
    { op: 'replace', target: 'c.0', content: { kind: 'text', text: '-' }, reason: 'test' },
    { op: 'insert', id: 'n', after: 'c', draft: { role: 'assistant', parts: [{ kind: 'text', text: 'new' }] }, reason: 'test' },
    { op: 'insert', id: 'm', after: null, draft: { role: 'user', parts: [{ kind: 'text', text: 'first' }] }, reason: 'test' },
  ]
  const pass: Pass = { name: 'mine', when: 'arrival', run: () => edits }
  const talk = [...request, { id: 'e', role: 'user', content: 'last' }]
  const drawn = plan(talk, { adapter: 'plain', preset: { ...preset, passes: [pass] } })
  expect(drawn.refused).toEqual([])
  expect(apply(talk, stored(drawn), { adapter: 'plain' })).toEqual([
    { role: 'user', content: 'first' },
    { id: 'a', role: 'user', content: 'said by a', extra: 0 },
    { id: 'c', role: 'user', content: '-', extra: 2 },
    { role: 'assistant', content: 'new' },
    { id: 'd', role: 'assistant', content: 'said by d', extra: 3 },
    { id: 'e', role: 'user', content: 'last' },
  ])
})
