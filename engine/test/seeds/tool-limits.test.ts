/** Seed 003: how long tool results are cut. Where its sample code is wrong, the sensible result stands here. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines } from '../../src/core/text.js'
import { fit, presets, type FitOptions, type PresetName } from '../../src/index.js'
import {
  agentCap,
  keepEnds,
  limitResults,
  OUTPUT_LIMITS,
  outputTruncated,
  resultTruncated,
  summarizeToolResult,
  truncate,
  truncateOutput,
  truncateToolResult,
  type OutputLimits,
} from '../../src/passes/index.js'
import { expand } from '../bed/fillers.js'
import { broken, pieces } from '../bed/pieces.js'

const x = (count: number) => 'x'.repeat(count)
const numbered = (count: number) => expand(`(${count} lines)`)
const numberedFrom = (from: number, to: number) => expand(`(lines ${from}-${to})`)

describe('truncateToolResult', () => {
  test.each([
    ['shorter', x(7_999)],
    ['exactly as long', x(8_000)],
    ['empty', ''],
  ])('R3-04 unchanged: %s', (_, content) => {
    expect(truncateToolResult(content)).toBe(content)
  })

  test('R3-05 R3-06 four tenths of 7,800 characters from each end', () => {
    expect(truncateToolResult(x(10_000))).toBe(`${x(3_120)}\n\n... [截断了 3760 字符 / 0 行] ...\n\n${x(3_120)}`)
    expect(truncateToolResult(x(10_000), 1_000)).toBe(`${x(320)}\n\n... [截断了 9360 字符 / 0 行] ...\n\n${x(320)}`)
  })

  test('R3-06 lines are the line breaks of what was cut', () => {
    expect(truncateToolResult(`${x(320)}${'\n'.repeat(7)}${x(400)}\n${x(320)}`, 1_000)).toBe(
      `${x(320)}\n\n... [截断了 408 字符 / 8 行] ...\n\n${x(320)}`,
    )
  })

  test('R3-06 in English', () => {
    expect(truncateToolResult(x(10_000), 8_000, { locale: 'en' })).toContain('x\n\n... [cut 3760 characters / 0 lines] ...\n\nx')
  })

  test.each([
    ['a limit under the 200 characters kept for the marker', 150],
    ['exactly 200, where the seed’s code gives everything back twice', 200],
    ['nothing at all', 0],
    ['less than nothing', -5],
  ])('R3-05 only the marker is left: %s', (_, max) => {
    expect(truncateToolResult(x(500), max)).toBe('\n\n... [截断了 500 字符 / 0 行] ...\n\n')
  })

  test('R3-04 what is shorter than a marker is never cut', () => {
    expect(truncateToolResult('twenty-odd characters', 5)).toBe('twenty-odd characters')
  })
})

describe('truncateOutput', () => {
  test('R3-10 the limits of a tool that has none', () => {
    expect(OUTPUT_LIMITS).toEqual({ maxChars: 8_000, maxLines: 500, strategy: 'head_tail' })
    expect(truncateOutput(x(8_000))).toBe(x(8_000))
    expect(truncateOutput(numbered(500))).toBe(numbered(500))
    expect(truncateOutput(`${numbered(500)}\n`)).toBe(`${numbered(500)}\n`)
  })

  test('R3-12 four tenths of 7,900 characters from each end, and the true number', () => {
    expect(truncateOutput(x(10_000))).toBe(`${x(3_160)}\n\n... [截断 3680 字符] ...\n\n${x(3_160)}`)
    expect(truncateOutput(x(10_000), { maxChars: 5_000 })).toBe(`${x(1_960)}\n\n... [截断 6080 字符] ...\n\n${x(1_960)}`)
  })

  test('R3-13 half of 498 lines from each end', () => {
    expect(truncateOutput(numbered(600))).toBe(`${numbered(249)}\n... [截断 102 行] ...\n${numberedFrom(352, 600)}`)
    expect(truncateOutput(`${numbered(600)}\n`, { maxLines: 5 })).toBe(`line 1\n... [截断 597 行] ...\nline 599\nline 600\n`)
  })

  test.each([1, 2])('R3-13 a limit of %d is the marker alone, where the seed’s code gives everything back', (maxLines) => {
    expect(truncateOutput(numbered(600), { maxLines })).toBe('... [截断 600 行] ...')
  })

  test('R3-11 characters first, then lines; the number is that of the original', () => {
    const out = truncateOutput(numbered(3_000))
    expect(out).toBe(`${numbered(249)}\n... [截断 2502 行] ...\n${numberedFrom(2_752, 3_000)}`)
  })

  test('R3-11 both markers where both say something', () => {
    const content = `${x(9_000)}\n${numbered(600)}`
    expect(truncateOutput(content, { maxLines: 20 })).toBe(
      `${x(3_160)}\n\n... [截断 ${content.length - 6_320} 字符] ...\n\n${numbered(600).slice(-3_160).split('\n').slice(0, 5).join('\n')}` +
        `\n... [截断 338 行] ...\n${numberedFrom(592, 600)}`,
    )
  })

  test.each<[string, string, OutputLimits, string]>([
    ['head_only', x(10_000), { strategy: 'head_only' }, `${x(7_900)}\n\n... [截断 2100 字符] ...`],
    ['head_only, lines', numbered(600), { strategy: 'head_only' }, `${numbered(498)}\n... [截断 102 行] ...`],
    [
      'head_only, lines with a trailing newline',
      `${numbered(6)}\n`,
      { maxLines: 3, strategy: 'head_only' },
      'line 1\n... [截断 5 行] ...\n',
    ],
    ['none', x(10_000), { strategy: 'none' }, x(10_000)],
    ['summarize, as long as there is no model', x(10_000), { strategy: 'summarize' }, truncateOutput(x(10_000))],
  ])('R3-23 %s', (_, content, limits, expected) => {
    expect(truncateOutput(content, limits)).toBe(expected)
  })

  test('R3-12 R3-13 in English', () => {
    expect(truncateOutput(x(10_000), {}, { locale: 'en' })).toContain('\n\n... [cut 3680 characters] ...\n\n')
    expect(truncateOutput(numbered(600), {}, { locale: 'en' })).toContain('\n... [cut 102 lines] ...\n')
  })

  test('lines so short that the marker would be longer stay', () => {
    const content = 'a\n'.repeat(502)
    expect(truncateOutput(content)).toBe(content)
  })
})

describe('for any text and limit', () => {
  const line = fc.oneof(
    { weight: 4, arbitrary: pieces },
    { weight: 4, arbitrary: fc.nat(60).map((count) => 'word '.repeat(count / 5)) },
    { weight: 1, arbitrary: fc.integer({ min: 300, max: 2_000 }).map((count) => `${x(count)}🚢${x(count)}`) },
  )
  const texts = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 100 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n', '\r\n'))
    .map(([list, glue, end]) => list.join(glue) + end)
  const limits = fc.record({
    maxChars: fc.integer({ min: 0, max: 3_000 }),
    maxLines: fc.integer({ min: 0, max: 60 }),
    strategy: fc.constantFrom('head_tail', 'head_only'),
    locale: fc.constantFrom('zh-CN', 'en'),
  } as const)

  type Given = typeof limits extends fc.Arbitrary<infer T> ? T : never

  const cuts = {
    truncateToolResult: (text: string, { maxChars, locale }: Given) => truncateToolResult(text, maxChars, { locale }),
    truncateOutput: (text: string, { locale, ...given }: Given) => truncateOutput(text, given, { locale }),
  }

  describe.each(Object.entries(cuts))('%s', (_, cut) => {
    test('never longer, nothing broken, and twice is once', () => {
      fc.assert(
        fc.property(texts, limits, (text, given) => {
          const out = cut(text, given)
          expect(out.length).toBeLessThanOrEqual(text.length)
          expect(broken(out)).toEqual([])
          expect(cut(out, given)).toBe(out)
        }),
        { numRuns: 1_000 },
      )
    })
  })

  test('within the limit of characters', () => {
    fc.assert(
      fc.property(texts, limits, (text, given) => {
        const max = Math.max(60, given.maxChars)
        for (const cut of Object.values(cuts)) expect(cut(text, given).length).toBeLessThanOrEqual(max)
      }),
    )
  })

  test('the characters and line breaks that are said to be gone are', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 3_000 }), (text, maxChars) => {
        const out = truncateToolResult(text, maxChars)
        const [marker, chars, lines] = /\n\n\.\.\. \[截断了 (\d+) 字符 \/ (\d+) 行\] \.\.\.\n\n/.exec(out) ?? []
        if (marker === undefined) {
          expect(out).toBe(text)
          return
        }
        const kept = out.replace(marker, '')
        expect(kept.length + Number(chars)).toBe(text.length)
        expect(kept.split('\n').length - 1 + Number(lines)).toBe(text.split('\n').length - 1)
      }),
      { numRuns: 1_000 },
    )
  })

  test('the lines that are said to be gone are, also where characters went before', () => {
    const rows = fc
      .array(fc.nat(40), { minLength: 1, maxLength: 200 })
      .map((list) => list.map((n, i) => `${i}:${'y'.repeat(n)}`).join('\n'))
    fc.assert(
      fc.property(rows, limits, (text, { maxChars, maxLines, strategy }) => {
        const out = truncateOutput(text, { maxChars, maxLines, strategy })
        const [, count] = /^\.\.\. \[截断 (\d+) 行\] \.\.\.$/m.exec(out) ?? []
        if (count === undefined || out.includes('字符')) return
        // Of a line that characters were cut from, a piece may be left: it counts as shown.
        const shown = out.split('\n').filter((row) => row !== '').length - 1
        expect(shown + Number(count)).toBe(countLines(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('limitResults', () => {
  const found = (count: number) => Array.from({ length: count }, (_, i) => `src/file${i + 1}.ts:10: const needle = ${i + 1}`)

  test.each([
    ['fewer', 99],
    ['exactly a hundred', 100],
  ])('R3-16 all of them: %s', (_, count) => {
    expect(limitResults(found(count))).toBe(found(count).join('\n'))
  })

  test('R3-16 the first hundred, and how many there were', () => {
    expect(limitResults(found(250))).toBe(`${found(100).join('\n')}\n... [显示前100个结果，共250个] ...\n`)
    expect(limitResults(found(250), 2, { locale: 'en' })).toBe(`${found(2).join('\n')}\n... [the first 2 of 250 results] ...\n`)
  })

  test('R3-16 never longer than all of them', () => {
    expect(limitResults(['a', 'b', 'c'], 2)).toBe('a\nb\nc')
  })
})

describe('summarizeToolResult', () => {
  const asked: [string, string][] = []
  const ask = (answer: string) => async (prompt: string, model: string) => {
    asked.push([prompt, model])
    return answer
  }

  test('R3-07 what is within the limit is not sent to any model', async () => {
    const never = () => Promise.reject(new Error('asked'))
    expect(await summarizeToolResult(x(8_000), undefined, never)).toBe(x(8_000))
  })

  test('R3-07 R3-08 R3-09 the first 50,000 characters go to the cheap model, in the seed’s words', async () => {
    const content = `${x(49_999)}🚢${x(10)}`
    expect(await summarizeToolResult(content, 8_000, ask('many x'))).toBe('many x')
    expect(asked.pop()).toEqual([
      `请将以下内容摘要到8000字符以内，保留关键信息：\n\n${x(49_999)}\n\n要求：\n1. 保留所有重要的定义和结构\n2. 删除重复和冗余信息\n3. 保持代码片段的可读性\n`,
      'qwen-turbo',
    ])
  })

  test('R3-08 R3-25 in English, with another model and less to read', async () => {
    await summarizeToolResult(x(9_000), 8_000, ask('ok'), { locale: 'en', model: 'small', maxInputChars: 10 })
    expect(asked.pop()).toEqual([expect.stringContaining(`at most 8000 characters, keeping what is essential:\n\n${x(10)}\n\n`), 'small'])
  })

  test('R3-07 an answer over the limit is cut, an empty one is none', async () => {
    expect(await summarizeToolResult(x(9_000), 1_000, ask(x(5_000)))).toBe(truncateToolResult(x(5_000), 1_000))
    expect(await summarizeToolResult(x(9_000), 1_000, ask(' \n'))).toBe(truncateToolResult(x(9_000), 1_000))
  })

  test('R3-09 a model that fails is the caller’s to see', async () => {
    await expect(summarizeToolResult(x(9_000), 1_000, () => Promise.reject(new Error('429')))).rejects.toThrow('429')
  })
})

test('R3-20 R3-27 what is logged', () => {
  const cut = { before: 10_000, after: 6_280 }
  expect(resultTruncated(cut)).toBe('工具结果被截断: 10000 -> 6280 字符')
  expect(resultTruncated(cut, 'en')).toBe('tool result cut: 10000 -> 6280 characters')
  expect(outputTruncated('repo_map', cut)).toBe('工具 repo_map 输出被截断: 10000 -> 6280 字符 (37.2% 减少)')
  expect(outputTruncated('repo_map', cut, 'en')).toBe('output of repo_map cut: 10000 -> 6280 characters (37.2% less)')
})

describe('C-09 the agent’s cap', () => {
  test.each<[string, OutputLimits, number]>([
    ['never undercuts a tool that may say more', { maxChars: 10_000 }, 10_000],
    ['is larger than what a tool may say', { maxChars: 5_000 }, 8_000],
    ['holds for a tool without a limit of characters', { maxLines: 100 }, 8_000],
    ['leaves alone a tool that is not cut', { strategy: 'none' }, Infinity],
  ])('%s', (_, limits, cap) => {
    expect(agentCap(limits)).toBe(cap)
  })

  test('R3-31 a map of 10,000 characters stays as the tool cut it', () => {
    const result = { success: true, content: truncateOutput(x(12_000), { maxChars: 10_000 }), metadata: {} }
    expect(result.content.length).toBe(7_920 + '\n\n... [截断 4080 字符] ...\n\n'.length)
    const content = truncateOutput(`${x(9_900)}`, { maxChars: 10_000 })
    expect(truncateToolResult(content, agentCap({ maxChars: 10_000 }))).toBe(x(9_900))
  })
})

describe('presets', () => {
  const history = (tool: string, content: unknown) => [
    { role: 'user', content: '看看' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: tool, arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'a', content },
  ]
  const sent = (preset: PresetName, tool: string, content: unknown, options: FitOptions = {}) =>
    (fit(history(tool, content), { preset, adapter: 'openai-chat', window: 1_000_000, ...options }).request[2] as { content: unknown })
      .content

  test.each<[string, number, string]>([
    ['R3-24 repo_map', 11_000, truncateOutput(x(11_000), { maxChars: 10_000 })],
    ['C-09 repo_map within its own limit', 9_999, x(9_999)],
    ['R3-24 read_file', 6_000, truncateOutput(x(6_000), { maxChars: 5_000 })],
    ['R3-23 any_other', 9_000, truncateOutput(x(9_000))],
    ['R3-26 grep_search, whose characters are those of the default', 9_000, truncateOutput(x(9_000))],
  ])('tool-limits: %s', (title, length, expected) => {
    const [, tool = ''] = /^\S+ (\w+)/.exec(title) ?? []
    expect(sent('tool-limits', tool, x(length))).toBe(expected)
  })

  test.each([
    ['repo_map', 1_000],
    ['read_file', 200],
    ['grep_search', 100],
    ['any_other', 500],
  ])('R3-24 tool-limits: %s may have %d lines', (tool, maxLines) => {
    const rows = Array.from({ length: maxLines }, () => 'abc').join('\n')
    expect(sent('tool-limits', tool, rows)).toBe(rows)
    const more = `${rows}\n${'more\n'.repeat(20)}`
    expect(sent('tool-limits', tool, more)).toBe(truncateOutput(more, { maxLines }))
  })

  test('R3-21 C-08 a message of the role function is cut where it stands', () => {
    const request = [
      { role: 'user', content: 'map' },
      { role: 'assistant', content: null, function_call: { name: 'repo_map', arguments: '{}' } },
      { role: 'function', name: 'repo_map', content: x(12_000) },
    ]
    const { request: fitted } = fit(request, { preset: 'tool-limits', adapter: 'openai-chat' })
    expect(fitted[2]).toEqual({ role: 'function', name: 'repo_map', content: truncateOutput(x(12_000), { maxChars: 10_000 }) })
  })

  test('R3-23 a tool that is to be summarised is cut, and its edit says so', () => {
    const preset = { ...presets['tool-limits'], passes: [truncate({ tools: { repo_map: { strategy: 'summarize' } } })] }
    const { plan } = fit(history('repo_map', x(9_000)), { preset })
    expect(plan.edits.map(({ edit }) => edit.reason)).toEqual(['long output, a summary is wanted'])
  })

  test('each text of a result has the limits for itself, also inside data; images stay', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const text = (length: number) => ({ type: 'text', text: x(length) })
    expect(sent('tool-limits', 't', [text(9_000), image, text(10)])).toEqual([
      { type: 'text', text: truncateOutput(x(9_000)) },
      image,
      text(10),
    ])
    const stored = { toolCallId: 'a', success: true, output: x(9_000) }
    const [user, call] = history('t', '')
    const { request } = fit([user, call, { role: 'tool', content: '', toolResults: [stored] }], { preset: 'tool-limits', adapter: 'plain' })
    expect(request[2]).toMatchObject({ toolResults: [{ ...stored, output: truncateOutput(x(9_000)) }] })
  })

  test('R3-01 a result costs each later call only what is left of it', () => {
    const { plan } = fit(history('any', numbered(9_000)), { preset: 'tool-limits', window: 1_000_000 })
    expect(plan.after / plan.before).toBeLessThan(0.1)
  })

  test('R3-02 openai-32k cuts only what the provider would', () => {
    expect(sent('openai-32k', 't', x(32_768))).toBe(x(32_768))
    expect(sent('openai-32k', 't', `${x(32_769)}`)).toBe(truncateToolResult(x(32_769), 32_768))
    const preset = { ...presets['tool-limits'], passes: [truncate({ tools: { t: { maxChars: 100_000 } }, providerChars: 32_768 })] }
    const { request } = fit(history('t', x(90_000)), { preset, window: 1_000_000 })
    expect(request[2]).toMatchObject({ content: truncateOutput(x(90_000), { maxChars: 32_768 }) })
  })

  test('R3-03 codex: over 256 lines, the first 128 and the last 128', () => {
    expect(sent('codex', 't', numbered(256))).toBe(numbered(256))
    expect(sent('codex', 't', numbered(300))).toBe(`${numbered(128)}\n...\n${numberedFrom(173, 300)}`)
  })

  test('R3-03 codex: over 10 KB, half of it from each end', () => {
    expect(sent('codex', 't', x(10_240))).toBe(x(10_240))
    expect(sent('codex', 't', x(20_000))).toBe(`${x(5_117)}\n...\n${x(5_117)}`)
  })

  test('R3-03 aider: over 100 lines, the first 50 and the last 50', () => {
    expect(sent('aider', 't', `${numbered(100)}\n`)).toBe(`${numbered(100)}\n`)
    expect(sent('aider', 't', `${numbered(300)}\n`)).toBe(`${numbered(50)}\n...\n${numberedFrom(251, 300)}\n`)
    const once = sent('aider', 't', numbered(300))
    expect(sent('aider', 't', once)).toBe(once)
  })

  test('nothing is broken by `...`, nothing gets longer, and twice is once', () => {
    const preset = { ...presets.codex, passes: [keepEnds({ maxLines: 6, maxChars: 200 })] }
    const cut = (content: string) => (fit(history('t', content), { preset }).request[2] as { content: string }).content
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 40 }), (list) => {
        const text = list.join('\n') || 'x'
        const out = cut(text)
        expect(out.length).toBeLessThanOrEqual(text.length)
        expect(broken(out)).toEqual([])
        expect(cut(out)).toBe(out)
      }),
      { numRuns: 300 },
    )
  })

  test('C-04 C-09 texts follow the locale', () => {
    expect(sent('tool-limits', 't', x(9_000))).toContain('截断')
    expect(sent('tool-limits', 't', x(9_000), { locale: 'en' })).toContain('[cut ')
  })
})
