/** Seed 001: three layers before every model call. Where it leaves room, REQUIREMENTS section 6 and DESIGN's decisions stand here. */
import { describe, expect, test } from 'vitest'
import { fit, piLayers, piLayersCache, plan, presets, recall } from '../../src/index.js'
import { transformContext } from '../../src/hooks/index.js'
import { foldLines, foldText, triggerTokens } from '../../src/passes/index.js'
import { estimate } from '../../src/tokens/index.js'
import { deepFreeze } from '../bed/frozen.js'
import { same, sent } from './conversations.js'

const preset = 'pi-layers' as const
const lines = (count: number, words = 'the quick brown fox') => Array.from({ length: count }, (_, i) => `${i + 1} ${words}`).join('\n')

/** pi's own messages: a question, then so many calls with their results, then as many more words. */
function agentMessages(calls: number, { text = lines(60), thinking = false, failing = [] as number[], ended = true } = {}) {
  const rounds = Array.from({ length: calls }, (_, i) => [
    {
      role: 'assistant',
      content: [
        ...(thinking ? [{ type: 'thinking', thinking: `thought ${i} `.repeat(20) }] : []),
        { type: 'toolCall', id: `call-${i}`, name: 'read', arguments: { path: `src/${i}.ts` } },
      ],
      api: 'openai-completions',
      provider: 'openai',
      model: 'gpt-5.4',
      stopReason: 'toolUse',
      timestamp: 2 * i + 1,
    },
    {
      role: 'toolResult',
      toolCallId: `call-${i}`,
      toolName: 'read',
      content: [{ type: 'text', text: `${i}\n${text}` }],
      isError: failing.includes(i),
      timestamp: 2 * i + 2,
    },
  ])
  const end = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], timestamp: 2 * calls + 1 }
  return [{ role: 'user', content: 'Fix the build', timestamp: 0 }, ...rounds.flat(), ...(ended ? [end] : [])]
}

interface AgentMessage {
  role: string
  content: string | { type: string; text?: string }[]
}

const resultTexts = (messages: readonly object[]) =>
  (messages as AgentMessage[]).flatMap(({ role, content }) =>
    role === 'toolResult' ? [(content as { text: string }[])[0]?.text ?? ''] : [],
  )

describe('the hook', () => {
  test('R1-01 R1-17 R1-20 one argument to the agent, run before every call; nothing of it needs a framework or a page', async () => {
    const hook = transformContext({ preset, window: 200_000 })
    const messages = agentMessages(9)
    for (let end = 1; end < messages.length; end += 2) {
      const out = await hook(messages.slice(0, end))
      expect(out.length).toBe(end)
    }
    expect(resultTexts(await hook(messages)).filter((text) => text.includes('已省略')).length).toBe(3)
  })

  test('R1-02 the agent’s own messages are never changed, and what is not shortened is sent as the same objects', async () => {
    const messages = deepFreeze(agentMessages(9))
    const out = await transformContext({ preset, window: 200_000 })(messages)
    const before = JSON.stringify(messages)
    expect(out.filter((message, i) => message !== messages[i]).length).toBe(3)
    expect(JSON.stringify(messages)).toBe(before)
    expect(
      recall(messages, plan(messages, { preset, window: 200_000 }).edits.map(({ edit }) => 'target' in edit && edit.target)[0] as string)
        ?.text,
    ).toBe(`0\n${lines(60)}`)
  })
})

describe('layer 1: old results', () => {
  test('R1-04 R1-05 the newest six results stay whole, counted from the end, however few questions the user asked', () => {
    const texts = resultTexts(fit(agentMessages(8), { preset, window: 200_000 }).request)
    expect(texts.map((text) => text.includes('已省略'))).toEqual([true, true, false, false, false, false, false, false])
  })

  test('R1-06 R1-07 R1-08 three lines, the marker, two lines', () => {
    const [text] = resultTexts(fit(agentMessages(7), { preset, window: 200_000 }).request)
    const original = `0\n${lines(60)}`
    expect(text).toBe(
      [
        '0',
        '1 the quick brown fox',
        '2 the quick brown fox',
        `[... 已省略 56 行，原始 ${original.length} 字符 ...]`,
        '59 the quick brown fox',
        '60 the quick brown fox',
      ].join('\n'),
    )
  })

  test('R1-08 in English too', () => {
    const { request } = fit(agentMessages(7), { preset, window: 200_000, locale: 'en' })
    expect(resultTexts(request)[0]).toContain('[... 56 lines left out, 1372 characters originally ...]')
  })

  test.each([
    ['500 characters in many lines', 'ab\n'.repeat(166) + 'ab', 500, false],
    ['501 characters in many lines', 'ab\n'.repeat(167), 501, true],
  ])('R1-09 %s', (_, text, length, shortened) => {
    expect(text.length).toBe(length)
    expect(foldText(text) !== text).toBe(shortened)
  })

  test.each([
    ['one line of 50,000 characters', 'x'.repeat(50_000), '已省略 0 行，原始 50000 字符'],
    ['three lines of 10,000 characters', ['a', 'b', 'c'].map((letter) => letter.repeat(10_000)).join('\n'), '已省略 1 行，原始 30002 字符'],
    ['a hundred lines, the first very long', `${'x'.repeat(9_000)}\n${lines(99)}`, '原始'],
  ])('R1-09 few but very long lines are cut by characters: %s', (_, text, marker) => {
    const out = foldText(text)
    expect(out.length).toBeLessThanOrEqual(500)
    expect(out).toContain(marker)
    expect(text.startsWith(out.split('\n')[0] as string)).toBe(true)
    expect(text.endsWith(out.split('\n').at(-1) as string)).toBe(true)
  })

  test.each([
    ['six lines of a hundred characters', Array(6).fill('x'.repeat(100)).join('\n')],
    ['five lines of 499', Array(5).fill('x'.repeat(499)).join('\n')],
  ])('R1-09 what head and tail would hold anyway stays: %s', (_, text) => {
    expect(foldText(text)).toBe(text)
  })

  test('R1-06 long lines that stay, stay whole', () => {
    const text = Array.from({ length: 50 }, (_, i) => `${i} ${'word '.repeat(60)}`).join('\n')
    const rows = text.split('\n')
    expect(foldText(text).split('\n')).toEqual([...rows.slice(0, 3), `[... 已省略 45 行，原始 ${text.length} 字符 ...]`, ...rows.slice(-2)])
  })

  test.each([
    ['a trailing newline is not a line', `${lines(60)}\n`, `${lines(60)}\n`.length, /\n59 .*\n60 .*\n$/],
    ['line breaks of Windows stay whole', lines(60).replaceAll('\n', '\r\n'), undefined, /3 the quick brown fox\r\n\[/],
    ['no pair of surrogates is cut', '🚢'.repeat(2_000), 4_000, /^(?:🚢)+\n\[.*\]\n(?:🚢)+$/u],
  ])('%s', (_, text, length, shape) => {
    const out = foldText(text)
    if (length !== undefined) expect(out).toContain(`原始 ${length} 字符`)
    expect(out).toMatch(shape)
    expect(foldText(out)).toBe(out)
  })

  test('A-14 shortening twice changes nothing more, and never lengthens', () => {
    for (let count = 1; count < 40; count++) {
      for (const width of [1, 20, 80, 130, 490, 600]) {
        const text = lines(count, 'w'.repeat(width))
        for (const failure of [false, true]) {
          const once = foldText(text, { failure })
          expect(foldText(once, { failure })).toBe(once)
          expect(once.length).toBeLessThanOrEqual(text.length)
        }
      }
    }
  })

  test('R1-10 the calls and their arguments stay as they are', () => {
    const messages = agentMessages(9)
    const { request, plan: drawn } = fit(messages, { preset, window: 200_000 })
    const calls = (list: object[]) => (list as AgentMessage[]).filter(({ role }) => role === 'assistant')
    expect(calls(request)).toEqual(calls(messages))
    expect(drawn.edits.map(({ pass, edit }) => `${pass} ${edit.op}`)).toEqual(Array(3).fill('fold-lines replace'))
  })

  test('C-01 what one layer edited no other edits again; a round over the window still goes as a whole', () => {
    const both = {
      ...presets[preset],
      passes: [foldLines({ keep: 0 }), { ...foldLines({ keep: 0, head: 1, tail: 1, minChars: 10 }), name: 'again' }],
    }
    const { edits, refused } = plan(agentMessages(2), { preset: both, window: 200_000 })
    expect(edits.map(({ pass }) => pass)).toEqual(['fold-lines', 'fold-lines'])
    expect(refused.map(({ pass, why }) => `${pass}: ${why}`)).toEqual(['again: edited already', 'again: edited already'])
  })

  test('A-09 results that the model has not seen yet are never shortened', () => {
    const unseen = agentMessages(1, { ended: false })
    const { edits } = plan(unseen, { preset: piLayers({ keepRecentToolResults: 0 }), window: 200_000 })
    expect(edits).toEqual([])
  })

  test('C-12 failures stay whole while there is room', () => {
    const failing = [0, 1]
    const texts = resultTexts(fit(agentMessages(9, { failing }), { preset, window: 200_000 }).request)
    expect(texts.map((text) => text.includes('已省略'))).toEqual([false, false, true, ...Array(6).fill(false)])
  })

  test('C-12 over the window failures are shortened too, before rounds go, and keep the line that tells of it', () => {
    const text = `${lines(40)}\nTypeError: x is undefined\n${lines(40)}`
    const messages = agentMessages(9, { text, failing: [0, 1] })
    const tokens = plan(messages, { preset, window: 200_000 }).after
    const window = Math.floor((tokens - 100) / 0.75)
    const { request, plan: drawn } = fit(messages, { preset, window, reserve: 0 })
    expect(drawn.edits.filter(({ pass }) => pass === 'fold-failures').length).toBe(1)
    expect(drawn.edits.filter(({ pass }) => pass === 'sliding-window')).toEqual([])
    expect(resultTexts(request)[0]?.split('\n').slice(2, 5)).toEqual([
      '2 the quick brown fox',
      `[... 已省略 76 行，原始 ${text.length + 2} 字符 ...]`,
      'TypeError: x is undefined',
    ])
  })
})

describe('layer 2: old thinking', () => {
  test('R1-11 R1-12 only the newest message with thinking keeps it; a message of nothing else goes', () => {
    expect(
      sent(
        `
user       One
assistant  thinking (300 chars)
           First.
user       Two
assistant  thinking (300 chars)
user       Three
assistant  thinking (300 chars)
           Third.
assistant  Fourth, without a thought.
user       Go on
`,
        { preset },
      ),
    ).toBe(
      same(`
user       One
assistant  First.
user       Two
user       Three
assistant  thinking (300 chars)
           Third.
assistant  Fourth, without a thought.
user       Go on
`),
    )
  })

  test('C-13 thinking of the tool turn under way stays where a provider wants it back', () => {
    const thoughts = (calls: number, ended: boolean) => {
      const { request } = fit(agentMessages(calls, { thinking: true, ended }), { preset, window: 200_000 })
      return (request as AgentMessage[]).filter(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'thinking'))
        .length
    }
    expect(thoughts(4, false)).toBe(4)
    const next = [...agentMessages(4, { thinking: true }), { role: 'user', content: 'Go on', timestamp: 99 }]
    const { request } = fit(next, { preset, window: 200_000 })
    expect(JSON.stringify(request).match(/"thinking":"thought 3/g)?.length).toBe(1)
    expect(JSON.stringify(request)).not.toContain('thought 2')
  })
})

describe('layer 3: the window', () => {
  test('R1-13 C-02 begins above 0.75 of the window, counted after the other layers', () => {
    const messages = agentMessages(30, { text: lines(20) })
    const { after } = plan(messages, { preset, window: 1_000_000 })
    const dropped = (window: number) =>
      plan(messages, { preset, window, reserve: 0 }).edits.filter(({ pass }) => pass === 'sliding-window').length > 0
    expect(dropped(Math.ceil(after / 0.75))).toBe(false)
    expect(dropped(Math.floor((after - 1) / 0.75))).toBe(true)
  })

  test('R1-13 C-02 the trigger is no limit: with a smaller limit pressure begins there', () => {
    expect(triggerTokens({ basis: 'window', ratio: 0.75 }, 128_000)).toBe(96_000)
    expect(plan(agentMessages(1), { preset, window: 200_000 }).budget).toMatchObject({ limit: 168_000, high: 150_000, low: 150_000 })
    expect(plan(agentMessages(1), { preset, window: 32_000 }).budget).toMatchObject({ limit: 16_000, high: 16_000, low: 16_000 })
  })

  test('R1-14 the first question and the newest 20 messages stay; rounds go from the second message on, whole, until it is enough', () => {
    const messages = agentMessages(30, { text: lines(20) })
    const { after } = plan(messages, { preset, window: 1_000_000 })
    const { request, plan: drawn } = fit(messages, { preset, window: Math.floor((after - 1) / 0.75), reserve: 0 })
    expect(drawn.edits.filter(({ pass }) => pass === 'sliding-window').map(({ what }) => what)).toEqual([
      'assistant call read "src/0.ts"',
      'result read "src/0.ts"',
    ])
    expect(request[0]).toBe(messages[0])
    // The twentieth from the end is a result: its call stays with it.
    const least = fit(messages, { preset, window: 1_500, reserve: 0 })
    expect(least.plan.edits.every(({ pass }) => pass !== 'backstop')).toBe(true)
    expect(least.request.map((message) => message.timestamp)).toEqual([messages[0], ...messages.slice(-21)].map((each) => each?.timestamp))
  })

  test('R1-03 the layers run in this order, the mildest first', () => {
    expect(presets[preset].passes.map(({ name, when }) => `${name} ${when}`)).toEqual([
      'fold-lines offer',
      'drop-thinking offer',
      'fold-failures force',
      'sliding-window force',
    ])
    expect(presets[preset].schedule.name).toBe('eager')
  })
})

describe('counting, constants, and the whole of it', () => {
  test('R1-15 tokens are those of all that a message holds, however deep', () => {
    const count = (messages: object[]) => plan(messages, { preset, window: 200_000 }).before
    const text = { type: 'text', text: 'word '.repeat(100) }
    const base = agentMessages(1)
    const result = base[2] as unknown as AgentMessage
    const deeper = base.with(2, { ...result, content: [...(result.content as object[]), text] } as never)
    expect(count(deeper) - count(base)).toBe(estimate.count(text.text))
  })

  test('R1-18 the six constants are options', () => {
    const few = piLayers({
      keepRecentToolResults: 1,
      summaryHeadLines: 1,
      summaryTailLines: 1,
      keepRecentThinking: 0,
      contextRatio: 0.5,
      keepRecentMessages: 2,
    })
    const { request, plan: drawn } = fit([...agentMessages(2, { thinking: true }), { role: 'user', content: 'Go on', timestamp: 99 }], {
      preset: few,
      window: 200_000,
    })
    expect(resultTexts(request)[0]).toBe(`0\n[... 已省略 59 行，原始 1372 字符 ...]\n60 the quick brown fox`)
    expect(JSON.stringify(request)).not.toContain('thought')
    expect(drawn.budget.high).toBe(100_000)
    const tight = fit(agentMessages(9), { preset: few, window: 700, reserve: 0 }).request
    expect(tight.map(({ role }) => role)).toEqual(['user', 'assistant', 'toolResult', 'assistant'])
  })

  test('R1-19 thirty calls in one turn, each with 50 KB: a sixth of it is sent, call after call', async () => {
    const text = lines(2_200)
    const messages = agentMessages(30, { text })
    const all = plan(messages, { preset: { ...presets[preset], passes: [] }, window: 2_000_000 })
    const hook = transformContext({ preset, window: 1_000_000 })
    let spent = 0
    let full = 0
    for (let end = 2; end <= messages.length; end += 2) {
      const out = await hook(messages.slice(0, end))
      spent += JSON.stringify(out).length
      full += JSON.stringify(messages.slice(0, end)).length
    }
    expect(all.before).toBeGreaterThan(370_000)
    expect(full).toBeGreaterThan(4_000_000 * 4)
    expect(spent / full).toBeLessThan(0.4)
    expect(plan(messages, { preset, window: 1_000_000 }).after / all.before).toBeLessThan(0.21)
  })
})

describe('pi-layers-cache', () => {
  const cache = 'pi-layers-cache' as const

  test('A-14 nothing is shortened up to 0.6 of the window, and no thinking goes', () => {
    const messages = agentMessages(12, { thinking: true })
    const { before } = plan(messages, { preset: cache, window: 1_000_000 })
    expect(plan(messages, { preset: cache, window: Math.ceil(before / 0.6), reserve: 0 }).edits).toEqual([])
    const { edits } = plan(messages, { preset: cache, window: Math.floor((before - 1) / 0.6), reserve: 0 })
    expect(edits.map(({ pass }) => pass)).toEqual(Array(6).fill('fold-lines'))
  })

  test('A-14 C-03 parallel calls are one turn', () => {
    const text = `
user       Look
assistant  call a read {"path":"1"}
           call b read {"path":"2"}
result a   (900 chars)
result b   (900 chars)
assistant  call c read {"path":"3"}
result c   (900 chars)
assistant  Seen.
user       Go on
`
    const shortened = (unit: 'result' | 'turn') => {
      const each = { ...presets[cache], passes: [foldLines({ keep: 2, unit })] }
      return sent(text, { preset: each }).match(/已省略/g)?.length ?? 0
    }
    expect(shortened('result')).toBe(1)
    expect(shortened('turn')).toBe(0)
  })

  test('R1-18 its constants are options too', () => {
    const messages = agentMessages(3)
    const { edits } = plan(messages, { preset: piLayersCache({ keepRecentToolResults: 1, foldRatio: 0 }), window: 200_000 })
    expect(edits.length).toBe(2)
  })
})
