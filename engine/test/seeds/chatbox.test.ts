/** Seed 004: tool cleanup by rounds, summaries in place of what came before, and the settings around them. */
import { describe, expect, test } from 'vitest'
import { chatbox, fit, plan, pointOver, presets, undo, type CompactionPoint, type StoredPoint, type Want } from '../../src/index.js'
import {
  attachmentPreview,
  buildContext,
  clampThreshold,
  cleanToolCalls,
  COMPACTION_DEFAULTS,
  compactionSettings,
  compactionThreshold,
  generateSummary,
  getAllMessages,
  getLatestCompactionPoint,
  isOverflow,
  strategyDescription,
  strategyLabel,
  strategyLabelAppendixA,
  THRESHOLD_RANGE,
  triggerTokens,
  type Session,
  type SessionMessage,
} from '../../src/passes/index.js'
import { deepFreeze } from '../bed/frozen.js'
import { holdLaws } from '../laws.js'
import { fitted, same, sent } from './conversations.js'

const preset = 'chatbox' as const
const LONG = 'some words of a long answer '.repeat(40)

type Message = SessionMessage & { id: string }

const asks = (id: string, text = `question ${id}`): Message => ({ id, role: 'user', contentParts: [{ type: 'text', text }] })
const answers = (id: string, text = `answer ${id}`): Message => ({ id, role: 'assistant', contentParts: [{ type: 'text', text }] })
const searches = (id: string, text = `answer ${id}`): Message => ({
  id,
  role: 'assistant',
  contentParts: [
    { type: 'tool-call', state: 'result', toolCallId: `call-${id}`, toolName: 'search', args: { q: id }, result: LONG },
    { type: 'text', text },
  ],
})
const sums = (id: string, text = `summary ${id}`): Message => ({
  id,
  role: 'assistant',
  isSummary: true,
  contentParts: [{ type: 'text', text }],
})
const point = (summaryMessageId: string, boundaryMessageId: string, createdAt: number): StoredPoint => ({
  summaryMessageId,
  boundaryMessageId,
  createdAt,
})

/** So many rounds of a question and a search. */
const rounds = (count: number): Message[] => Array.from({ length: count }, (_, i) => [asks(`u${i + 1}`), searches(`a${i + 1}`)]).flat()

const ids = (messages: readonly object[]) => messages.map((message) => (message as { id?: string }).id ?? 'summary')
const withTools = (messages: readonly SessionMessage[]) =>
  messages.flatMap(({ id, contentParts }) => (JSON.stringify(contentParts ?? []).includes('tool-call') ? [id] : []))

describe('cleanToolCalls', () => {
  test('R4-18 R4-19 R4-22 the newest two rounds keep their tool calls; of older ones the text stays', () => {
    const cleaned = cleanToolCalls(rounds(4), 2)
    expect(withTools(cleaned)).toEqual(['a3', 'a4'])
    expect(cleaned[1]).toEqual(answers('a1'))
  })

  test('R4-22 with no more rounds than are kept nothing is cleaned, where the sample cleaned everything', () => {
    for (const count of [0, 1, 2]) expect(cleanToolCalls(rounds(count), 2)).toEqual(rounds(count))
  })

  test('R4-22 with one round more than are kept one is cleaned, where the sample kept it', () => {
    expect(withTools(cleanToolCalls(rounds(3), 2))).toEqual(['a2', 'a3'])
    expect(withTools(cleanToolCalls(rounds(3), 1))).toEqual(['a3'])
    expect(withTools(cleanToolCalls(rounds(3), 0))).toEqual([])
  })

  test('R4-17 R4-22 new objects only where something changed', () => {
    const messages = deepFreeze([...rounds(3), asks('u4'), answers('a4')])
    const cleaned = cleanToolCalls(messages)
    expect(ids(cleaned.filter((message, i) => message !== messages[i]))).toEqual(['a1', 'a2'])
  })

  test('R4-18 a round is a question and its answer: a question not yet answered is none', () => {
    expect(withTools(cleanToolCalls([...rounds(3), asks('u4')], 2))).toEqual(['a2', 'a3'])
  })

  test('R4-73 rounds count, not calls: a round with many calls is kept whole', () => {
    const busy = [...rounds(1), asks('u2'), searches('a2'), searches('a2b'), searches('a2c'), asks('u3'), answers('a3')]
    expect(withTools(cleanToolCalls(busy, 2))).toEqual(['a2', 'a2b', 'a2c'])
  })

  test('R4-19 calls and results as messages go too, in pairs', () => {
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'search', arguments: '{}' } }],
    }
    const result = { role: 'tool', tool_call_id: 'x', content: LONG }
    const messages = [asks('u1'), call, result, answers('a1'), ...rounds(2)]
    expect(cleanToolCalls(messages, 2)).toEqual([asks('u1'), { role: 'assistant', content: '' }, answers('a1'), ...rounds(2)])
  })
})

describe('tool cleanup in the preset', () => {
  test('R4-06 R4-17 R4-18 R4-19 old searches take no room, the newest two rounds are whole, in every format', () => {
    expect(
      sent(
        `
user       One
assistant  I look.
           call a search {"q":"1"}
           call b search {"q":"2"}
result a   (900 chars)
result b   (900 chars)
assistant  Found.
user       Two
assistant  call c search {"q":"3"}
result c   (900 chars)
assistant  Found too.
user       Three
assistant  call d search {"q":"4"}
result d   (900 chars)
assistant  Found again.
user       Four
`,
        { preset },
      ),
    ).toBe(
      same(`
user       One
assistant  I look.
assistant  Found.
user       Two
assistant  call c search {"q":"3"}
result c   (900 chars)
assistant  Found too.
user       Three
assistant  call d search {"q":"4"}
result d   (900 chars)
assistant  Found again.
user       Four
`),
    )
  })

  test('R4-19 C-01 call and result go together: what holds one holds the other', () => {
    const pinned = `
user       One
assistant  call a search {"q":"1"}
           call b search {"q":"2"}
result a   (900 chars) !pin
result b   (900 chars)
assistant  Found.
user       Two
assistant  Yes.
user       Three
assistant  No.
user       Four
`
    expect(sent(pinned, { preset })).toBe(same(pinned.replace(/.*call b.*\n|result b.*\n/g, '')))
    expect(fitted(pinned, { preset }).plan.refused.map(({ why }) => why)).toEqual(['pinned', 'pinned'])
  })

  test('R4-20 cleanup comes before the count: what it removes asks for no summary', () => {
    const messages = [...Array.from({ length: 40 }, (_, i) => [asks(`u${i}`), searches(`a${i}`)]).flat(), asks('last')]
    const tight = { preset, window: 6_000, reserve: 0 }
    const { before, after, budget, wants } = plan(messages, tight)
    expect(before).toBeGreaterThan(budget.high)
    expect(after).toBeLessThanOrEqual(budget.high)
    expect(wants).toEqual([])
    const names = presets[preset].passes.map(({ name }) => name)
    expect(names.indexOf('drop-rounds')).toBeLessThan(names.indexOf('summarize'))
  })

  test('R4-17 what goes with a blank that repair took goes the same way after a restart', () => {
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'search', input: {} }] }
    const result = {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'x', content: LONG },
        { type: 'text', text: ' ' },
      ],
    }
    const more = ['One', 'Two', 'Three'].flatMap((content) => [
      { role: 'user', content },
      { role: 'assistant', content: 'Yes.' },
    ])
    const messages = [{ role: 'user', content: 'Look' }, call, result, ...more, { role: 'user', content: 'Go on' }]
    const options = { preset, window: 200_000, adapter: 'anthropic' } as const
    const { ledger } = fit(messages.slice(0, 6), options)
    const restarted = fit(structuredClone(messages), { ...options, ledger: JSON.parse(JSON.stringify(ledger)) as typeof ledger })
    expect(JSON.stringify(fit(messages, { ...options, ledger }))).toBe(JSON.stringify(restarted))
    expect(restarted.plan.edits.map(({ pass }) => pass)).toEqual(['drop-rounds', 'drop-rounds'])
  })

  test('R4-17 chat apps’ messages: the part goes with its result, other objects are the same', () => {
    const messages = deepFreeze([...rounds(3), asks('u4')])
    const { request } = fit(messages, { preset, window: 200_000 })
    expect(request).toEqual(cleanToolCalls(messages))
    expect(request.filter((message, i) => message !== messages[i]).length).toBe(1)
  })
})

describe('the threshold', () => {
  test.each([
    ['R4-10 R4-78 the example of the seed', 200_000, 0.6, 100_800],
    ['R4-10 128,000', 128_000, 0.6, 57_600],
    ['R4-10 another share', 200_000, 0.7, 117_600],
    ['R4-10 the least share', 128_000, 0.4, 38_400],
    ['R4-10 the largest share', 128_000, 0.9, 86_400],
    ['A-05 a window smaller than the reserve leaves half of itself', 16_385, 0.6, 4_915],
    ['A-05 where half is more than what the reserve leaves', 40_000, 0.6, 12_000],
    ['A-05 where both are the same', 64_000, 0.6, 19_200],
  ])('%s', (_, window, threshold, tokens) => {
    expect(compactionThreshold(window, threshold)).toBe(tokens)
  })

  test('A-05 R4-75 overflow is more than the threshold, not the threshold itself; an unknown window never overflows', () => {
    expect(isOverflow({ tokens: 100_800, window: 200_000, threshold: 0.6 })).toBe(false)
    expect(isOverflow({ tokens: 100_801, window: 200_000, threshold: 0.6 })).toBe(true)
    expect(isOverflow({ tokens: 57_601, window: 128_000 })).toBe(true)
    expect(isOverflow({ tokens: 1e9, window: null })).toBe(false)
    expect(isOverflow({ tokens: 60_001, window: 110_000, reserve: 10_000 })).toBe(true)
  })

  test('C-02 each trigger has its basis: of the window, or of what is usable of it', () => {
    expect(triggerTokens({ basis: 'window', ratio: 0.75 }, 200_000)).toBe(150_000)
    expect(triggerTokens({ basis: 'usable', ratio: 0.6 }, 200_000)).toBe(100_800)
    expect(triggerTokens({ basis: 'usable', ratio: 0.6, reserve: 0 }, 200_000)).toBe(120_000)
    expect(triggerTokens({ basis: 'usable', ratio: 1, floorRatio: 0.8 }, 20_000)).toBe(16_000)
    const budget = (name: 'chatbox' | 'pi-layers') => plan([asks('u')], { preset: name, window: 200_000 }).budget.high
    expect([budget('chatbox'), budget('pi-layers')]).toEqual([100_800, 150_000])
  })
})

describe('settings', () => {
  test('R4-80 defaults', () => {
    expect(COMPACTION_DEFAULTS).toEqual({ autoCompaction: true, compactionThreshold: 0.6 })
    expect(compactionSettings()).toEqual(COMPACTION_DEFAULTS)
  })

  test('R4-31 the threshold is 40 % to 90 % in steps of 5 %', () => {
    expect(THRESHOLD_RANGE).toEqual({ min: 0.4, max: 0.9, step: 0.05 })
    expect([0.1, 0.4, 0.62, 0.9, 1.5, undefined, Number.NaN].map(clampThreshold)).toEqual([0.4, 0.4, 0.62, 0.9, 0.9, 0.6, 0.6])
  })

  test.each([
    [undefined, undefined, true],
    [undefined, false, false],
    [undefined, true, true],
    [true, false, true],
    [false, true, false],
    [false, undefined, false],
  ])('R4-30 session %s, global %s: %s', (session, global, on) => {
    expect(compactionSettings({ autoCompaction: global }, { autoCompaction: session }).autoCompaction).toBe(on)
  })

  test.each([
    [0.4, '成本优先', '更频繁压缩，节省 token 消耗'],
    [0.59, '成本优先', '更频繁压缩，节省 token 消耗'],
    [0.6, '平衡模式', '在成本和上下文保留间取得平衡'],
    [0.74, '平衡模式', '在成本和上下文保留间取得平衡'],
    [0.75, '信息保留', '尽可能保留更多上下文信息'],
    [0.9, '信息保留', '尽可能保留更多上下文信息'],
    [0.4 + 4 * 0.05, '平衡模式', '在成本和上下文保留间取得平衡'],
    [0.9 - 3 * 0.05, '信息保留', '尽可能保留更多上下文信息'],
  ])('C-18 R4-52 %d is %s', (threshold, label, description) => {
    expect(strategyLabel(threshold)).toBe(label)
    expect(strategyDescription(threshold)).toBe(description)
  })

  test.each([
    [0.6, '成本优先'],
    [0.61, '平衡模式'],
    [0.75, '平衡模式'],
    [0.76, '信息保留'],
  ])('R4-79 C-18 the function of appendix A stays: %d is %s', (threshold, label) => {
    expect(strategyLabelAppendixA(threshold)).toBe(label)
  })

  test('R4-52 in English too', () => {
    expect([0.5, 0.6, 0.8].map((each) => `${strategyLabel(each, 'en')}: ${strategyDescription(each, 'en')}`)).toEqual([
      'Cost first: Summarises more often and saves tokens',
      'Balanced: Balances cost against how much context is kept',
      'Retention first: Keeps as much context as possible',
    ])
  })
})

describe('buildContext', () => {
  const system: Message = { id: 's', role: 'system', content: 'Be brief' }

  test('R4-15 R4-76 A-06 system prompt, summary, and what came after the boundary, cleaned of old tool calls', () => {
    const messages = deepFreeze([system, ...rounds(2), sums('S'), ...rounds(5).slice(4)])
    const session = { messages, compactionPoints: [point('S', 'a2', 1)] }
    const context = buildContext(session)
    expect(ids(context)).toEqual(['s', 'S', 'u3', 'a3', 'u4', 'a4', 'u5', 'a5'])
    expect(withTools(context)).toEqual(['a4', 'a5'])
    expect(context[0]).toBe(system)
  })

  test('R4-41 of several points the latest is used, and only its summary is sent', () => {
    const messages = [...rounds(2), sums('S1'), ...rounds(4).slice(4), sums('S2'), asks('u5')]
    const points = [point('S1', 'a2', 1), point('S2', 'a4', 2)]
    for (const compactionPoints of [points, points.toReversed()]) {
      expect(getLatestCompactionPoint({ compactionPoints })).toEqual(points[1])
      expect(ids(buildContext({ messages, compactionPoints }))).toEqual(['S2', 'u5'])
    }
    expect(getLatestCompactionPoint({})).toBeUndefined()
  })

  test('A-06 summaries after the boundary are filtered: what came while the summary was written stays', () => {
    const messages = [...rounds(2), asks('u3'), sums('S'), answers('a3')]
    expect(ids(buildContext({ messages, compactionPoints: [point('S', 'a2', 1)] }))).toEqual(['S', 'u3', 'a3'])
  })

  test('A-06 messages still generating, or failed, are never sent', () => {
    const messages = [
      ...rounds(1),
      { ...answers('g'), generating: true },
      { ...answers('e'), error: 'timeout' },
      { ...answers('c'), errorCode: 10_003 },
      asks('u2'),
    ]
    expect(ids(buildContext({ messages }))).toEqual(['u1', 'a1', 'u2'])
  })

  test('R4-41 a point whose boundary or summary is gone is void: the one before it is used, else everything is sent', () => {
    const messages = [...rounds(2), sums('S1'), ...rounds(4).slice(4), asks('u5')]
    const compactionPoints = [point('S1', 'a2', 1), point('S2', 'a4', 2), point('S1', 'gone', 3)]
    expect(ids(buildContext({ messages, compactionPoints }))).toEqual(['S1', 'u3', 'a3', 'u4', 'a4', 'u5'])
    expect(ids(buildContext({ messages, compactionPoints: [point('S1', 'gone', 3)] }))).toEqual([
      'u1',
      'a1',
      'u2',
      'a2',
      'u3',
      'a3',
      'u4',
      'a4',
      'u5',
    ])
  })

  test('R4-40 a summary of which no point is known stands for all before it', () => {
    expect(ids(buildContext({ messages: [system, ...rounds(2), sums('S'), asks('u3')] }))).toEqual(['s', 'S', 'u3'])
  })

  test('R4-39 R4-40 session and thread have points of their own', () => {
    const thread: Session<Message> = { messages: [...rounds(1), sums('S'), asks('u2')], compactionPoints: [point('S', 'a1', 1)] }
    const session = { messages: rounds(1), threads: [thread] }
    expect(ids(buildContext(session))).toEqual(['u1', 'a1'])
    expect(ids(buildContext(session.threads[0] as Session))).toEqual(['S', 'u2'])
    expect(getAllMessages(thread)).toBe(thread.messages)
    expect(getAllMessages({})).toEqual([])
  })

  test('a message of nothing but tool calls is not sent empty', () => {
    const silent: Message = { id: 'a0', role: 'assistant', contentParts: (searches('a0').contentParts ?? []).slice(0, 1) }
    expect(ids(buildContext({ messages: [asks('u0'), silent, ...rounds(2)] }))).toEqual(['u0', 'u1', 'a1', 'u2', 'a2'])
  })
})

describe('summaries in the preset', () => {
  const system: Message = { id: 's', role: 'system', content: 'Be brief' }
  const history = (count: number) => [
    system,
    ...Array.from({ length: count }, (_, i) => [asks(`u${i + 1}`, LONG), answers(`a${i + 1}`, LONG)]).flat(),
  ]
  /** Over the threshold of a window of 10,000: 3,000. */
  const small = { preset, window: 10_000, reserve: 0 }
  const fulfil = (messages: object[], want: Want | undefined, id: string, at: number): CompactionPoint =>
    pointOver(
      messages,
      { id, from: want?.from ?? '', to: want?.to ?? '', summary: `summary ${id}`, at },
      { adapter: 'plain' },
    ) as CompactionPoint

  test('R4-76 the order: stored summaries, tool cleanup, then the count', () => {
    expect(presets[preset].passes.map(({ name }) => name)).toEqual(['fold-points', 'drop-rounds', 'summarize'])
    expect(presets[preset].locale).toBe('zh-CN')
  })

  test('R4-77 over the threshold a summary is wanted, of all that was said but the question that waits', () => {
    const messages = [...history(7), asks('last')]
    const { wants, edits, after, budget } = plan(messages, small)
    expect(budget.high).toBe(3_000)
    expect(after).toBeGreaterThan(3_000)
    expect(edits).toEqual([])
    expect(wants).toEqual([{ op: 'want', from: 'u1', to: 'a7', maxTokens: 1_988, reason: 'over the trigger' }])
    expect(plan(history(7), small).wants.map(({ from, to }) => [from, to])).toEqual([['u1', 'a7']])
    expect(plan([...history(3), asks('last')], small).wants).toEqual([])
  })

  test('R4-37 R4-77 the next one begins after the last, and earlier summaries are not summed up', () => {
    const messages = [...history(13), asks('last')]
    const [want] = plan([...history(7), asks('last')], small).wants
    const points = [fulfil(messages, want, 'p1', 1)]
    const { wants, edits } = plan(messages, { ...small, points })
    expect(edits.map(({ edit }) => edit.op)).toEqual(['fold'])
    expect(wants.map(({ from, to }) => [from, to])).toEqual([['u8', 'a13']])
    const both = [...points, fulfil(messages, wants[0], 'p2', 2)]
    const { request, plan: drawn } = fit(messages, { ...small, points: both })
    expect(request.slice(1, 3)).toEqual(['p1', 'p2'].map((id) => ({ role: 'user', content: `summary ${id}` })))
    expect(request[0]).toBe(messages[0])
    expect(request.at(-1)).toBe(messages.at(-1))
    expect(drawn.wants).toEqual([])
    expect(drawn.after).toBeLessThan(3_000)
  })

  test('R4-15 R4-41 a newer point over an older one takes its place, also where the older is in the ledger', () => {
    const messages = [...history(6), asks('last')]
    const over = (id: string, to: string, at: number) => fulfil(messages, { op: 'want', from: 'u1', to, maxTokens: 0, reason: '' }, id, at)
    const [p1, p2] = [over('p1', 'a2', 1), over('p2', 'a5', 2)]
    const one = fit(messages, { ...small, points: [p1] })
    expect(ids(one.request)).toEqual(['s', 'summary', 'u3', 'a3', 'u4', 'a4', 'u5', 'a5', 'u6', 'a6', 'last'])
    for (const ledger of [undefined, one.ledger]) {
      for (const points of [
        [p1, p2],
        [p2, p1],
      ]) {
        const { request, plan: drawn, ledger: after } = fit(messages, { ...small, points, ledger })
        expect(request[1]).toEqual({ role: 'user', content: 'summary p2' })
        expect(ids(request)).toEqual(['s', 'summary', 'u6', 'a6', 'last'])
        expect(drawn.before + drawn.edits.reduce((sum, each) => sum + each.after - each.before, 0)).toBe(drawn.after)
        expect(after.taken.length).toBe(1)
      }
    }
    const undone = fit(messages, { ...small, points: [p1, p2], ledger: undo(fit(messages, { ...small, points: [p1, p2] }).ledger, 'p2') })
    expect(undone.request[1]).toEqual({ role: 'user', content: 'summary p1' })
  })

  test('R4-15 a point is used also when the last message of its range is not sent any more', () => {
    const call = {
      id: 'c0',
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'read', arguments: '{}' } }],
    }
    const result = { id: 'r0', role: 'tool', tool_call_id: 'x', content: LONG }
    const messages = [asks('u0', LONG), call, result, ...history(4).slice(1), asks('last')]
    const { ledger, request } = fit(messages, small)
    expect(ids(request)).not.toContain('r0')
    const points = [fulfil(messages, { op: 'want', from: 'u0', to: 'r0', maxTokens: 0, reason: '' }, 'p1', 1)]
    expect(ids(fit(messages, { ...small, points, ledger }).request).slice(0, 2)).toEqual(['summary', 'u1'])
  })

  test('R4-15 a point whose range was edited is void: the one before it is used', () => {
    const messages = [...history(6), asks('last')]
    const over = (id: string, to: string, at: number) => fulfil(messages, { op: 'want', from: 'u1', to, maxTokens: 0, reason: '' }, id, at)
    const points = [over('p1', 'a2', 1), over('p2', 'a5', 2)]
    const edited = messages.map((message) => (message.id === 'u4' ? asks('u4', 'reworded') : message))
    const { request, plan: drawn } = fit(edited, { ...small, points })
    expect(request[1]).toEqual({ role: 'user', content: 'summary p1' })
    expect(drawn.refused.map(({ why }) => why)).toEqual(['void'])
  })

  test('R4-39 R4-40 a session’s own points and summary messages are honoured', () => {
    const messages = deepFreeze([system, ...rounds(2), sums('S1'), ...rounds(4).slice(4), sums('S2'), asks('u5')])
    const session = { messages, compactionPoints: [point('S1', 'a2', 1), point('S2', 'a4', 2)] }
    const { request } = fit(session, { preset, window: 200_000 })
    expect(request.messages).toEqual([system, { role: 'user', content: 'summary S2' }, asks('u5')])
    expect(request.compactionPoints).toBe(session.compactionPoints)
    holdLaws({ format: 'plain', request: session, options: { preset, window: 200_000 } })
  })

  test('R4-40 a summary without a point stands for all before it', () => {
    const messages = [system, ...rounds(2), sums('S'), asks('u3')]
    const { request } = fit(messages, { preset, window: 200_000 })
    expect(ids(request)).toEqual(['s', 'S', 'u3'])
    holdLaws({ format: 'plain', request: messages, options: { preset, window: 200_000 } })
  })

  test('nothing pinned is summed up, nor the question of a turn under way; the larger stretch is', () => {
    const messages = [...history(7), asks('last')]
    expect(plan(messages, { ...small, pins: ['a2'] }).wants.map(({ from, to }) => [from, to])).toEqual([['u3', 'a7']])
    const call = {
      id: 'c',
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'read', arguments: '{}' } }],
    }
    const underWay = [...messages, call, { id: 'r', role: 'tool', tool_call_id: 'x', content: LONG }]
    expect(plan(underWay, small).wants.map(({ from, to }) => [from, to])).toEqual([['u1', 'a7']])
    const single = [
      asks('only', LONG),
      ...Array.from({ length: 14 }, (_, i) => answers(`a${i}`, LONG)),
      call,
      { id: 'r', role: 'tool', tool_call_id: 'x', content: 'y' },
    ]
    expect(plan(single, small).wants.map(({ from, to }) => [from, to])).toEqual([['a0', 'a13']])
  })

  test('a summary that could not be folded in is not wanted', () => {
    const messages = [...history(7), asks('last')]
    const ledger = undo(fit(messages, { preset, window: 200_000 }).ledger, 'u3')
    const { wants, refused } = plan(messages, { ...small, ledger })
    expect(wants).toEqual([])
    expect(refused.map(({ why }) => why)).toEqual(['undone by the user'])
  })

  test('R4-30 R4-31 the preset takes the user’s settings', () => {
    const messages = [...history(7), asks('last')]
    expect(plan(messages, { ...small, preset: chatbox({ autoCompaction: false }) }).wants).toEqual([])
    expect(plan(messages, { ...small, preset: chatbox({ compactionThreshold: 0.9 }) }).wants).toEqual([])
    expect(plan(messages, { ...small, preset: chatbox({ compactionThreshold: 0.4 }) }).wants.length).toBe(1)
  })

  test('all laws hold with points', () => {
    const messages = [...history(12), asks('last')]
    const points = [fulfil(messages, { op: 'want', from: 'u1', to: 'a7', maxTokens: 0, reason: '' }, 'p1', 1)]
    for (const window of [4_000, 10_000, 200_000])
      holdLaws({ format: 'plain', request: messages, options: { preset, window, points }, legal: true })
  })
})

describe('summary and attachments', () => {
  test('R4-75 R4-77 the model is asked for what is needed to go on, and its answer is the summary', async () => {
    const prompts: string[] = []
    const model = (prompt: string) => {
      prompts.push(prompt)
      return Promise.resolve('  the summary\n')
    }
    expect(await generateSummary([asks('u1'), searches('a1')], model, { language: 'Chinese' })).toBe('the summary')
    expect(prompts[0]).toMatch(
      /Write in Chinese[^]*what was done[^]*where things stand[^]*file paths, code[^]*what comes next[^]*user: question u1[^]*answer a1/,
    )
    expect(await generateSummary([], model)).toBe('')
    expect(prompts.length).toBe(1)
  })

  const file = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join('\n')

  test('A-07 an attachment of more than 500 lines is a preview of 100, with the tools for the rest', () => {
    const tools = ['read_file', 'search_file_content', 'web']
    const text = attachmentPreview({ name: 'log.txt', text: file(501), key: 'k1' }, { tools, locale: 'en' })
    expect(text).toBe(`${file(100)}\n[... the first 100 of 501 lines; for the rest use read_file or search_file_content with "k1"]`)
    expect(attachmentPreview({ name: 'log.txt', text: file(501) }, { tools: ['read_file'] })).toBe(
      `${file(100)}\n[... 前 100 行，共 501 行；其余内容请用 read_file 读取 "log.txt"]`,
    )
  })

  test.each([
    ['500 lines are sent whole', 500, ['read_file']],
    ['without a tool to read the rest all of it is sent', 2_000, ['web']],
  ])('A-07 %s', (_, count, tools) => {
    expect(attachmentPreview({ name: 'x', text: `${file(count)}\n` }, { tools })).toBe(`${file(count)}\n`)
  })
})
