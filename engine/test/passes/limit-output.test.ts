/** Limiting output: what `shorten` makes of a text, and which limits a tool gets. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines } from '../../src/core/text.js'
import { fit, presets, type Preset } from '../../src/index.js'
import { limitOutput, type LimitOutputOptions } from '../../src/passes/index.js'
import { shorten, type Limits } from '../../src/passes/shorten.js'
import { broken, pieces } from '../bed/pieces.js'
import { expand } from '../bed/fillers.js'

const say = (chars: number, lines: number) => `<${chars} characters, ${lines} lines gone>`
const cut = (text: string, limits: Limits) => shorten(text, limits, say)
const x = (count: number) => 'x'.repeat(count)

describe('what stays of a text', () => {
  test.each<[string, string, Limits, string]>([
    [
      'lines: head, marker, tail',
      expand('(40 lines)'),
      { maxLines: 5 },
      'line 1\nline 2\n<280 characters, 36 lines gone>\nline 39\nline 40',
    ],
    [
      'an even number of lines: the head gets one more',
      expand('(40 lines)'),
      { maxLines: 4 },
      'line 1\nline 2\n<288 characters, 37 lines gone>\nline 40',
    ],
    ['head_only', expand('(40 lines)'), { maxLines: 3, strategy: 'head_only' }, 'line 1\nline 2\n<296 characters, 38 lines gone>'],
    ['one line is the marker', expand('(40 lines)'), { maxLines: 1 }, '<310 characters, 40 lines gone>'],
    [
      'a trailing newline stays and is not a line',
      `${expand('(40 lines)')}\n`,
      { maxLines: 3 },
      'line 1\n<295 characters, 38 lines gone>\nline 40\n',
    ],
    [
      '\\r\\n stays whole',
      expand('(40 lines)').replaceAll('\n', '\r\n'),
      { maxLines: 3 },
      'line 1\r\n<333 characters, 38 lines gone>\nline 40',
    ],
    ['characters of one line', x(500), { maxChars: 100 }, `${x(27)}\n<446 characters, 1 lines gone>\n${x(27)}`],
    ['characters, head_only', x(500), { maxChars: 100, strategy: 'head_only' }, `${x(55)}\n<445 characters, 1 lines gone>`],
    [
      'characters of many lines: whole ones',
      expand('(40 lines)'),
      { maxChars: 90 },
      'line 1\nline 2\nline 3\n<273 characters, 35 lines gone>\nline 39\nline 40',
    ],
    [
      'a long line is cut in its middle',
      `a\n${x(500)}\r\nb`,
      { maxLineChars: 80 },
      `a\n${x(25)}<451 characters, 0 lines gone>${x(24)}\r\nb`,
    ],
    [
      'error lines of the middle stay',
      lines(100, [50, 'TypeError: x is not a function'], [60, '构建失败']),
      { maxLines: 20 },
      `${expand('(9 lines)')}\n<647 characters, 81 lines gone>\nTypeError: x is not a function\n构建失败\n${expand('(lines 93-100)')}`,
    ],
    ['a limit smaller than the marker is just enough for it', x(5_000), { maxChars: 1 }, '<5000 characters, 1 lines gone>'],
  ])('%s', (_, text, limits, expected) => {
    expect(cut(text, limits)).toBe(expected)
  })

  test.each<[string, string, Limits]>([
    ['exactly maxChars', x(300), { maxChars: 300 }],
    ['exactly maxLines', expand('(40 lines)'), { maxLines: 40 }],
    ['exactly maxLines and a trailing newline', `${expand('(40 lines)')}\n`, { maxLines: 40 }],
    ['exactly maxLineChars', `${x(300)}\n${x(300)}`, { maxLineChars: 300 }],
    ['no limits', x(100_000), {}],
    ['the strategy none', x(100_000), { maxChars: 10, maxLines: 1, maxLineChars: 10, strategy: 'none' }],
    ['lines so short that the marker would be longer', 'a\n'.repeat(12), { maxLines: 5 }],
    ['nothing at all', '', { maxChars: 0, maxLines: 0, maxLineChars: 0 }],
  ])('unchanged: %s', (_, text, limits) => {
    expect(cut(text, limits)).toBe(text)
  })
})

test.each([
  'error: no such file',
  'TypeError: x is not a function',
  'java.lang.NullPointerException',
  'Traceback (most recent call last):',
  "thread 'main' panicked; panic at main.rs",
  '--- FAIL: TestParse (0.00s)',
  'npm ERR! code ELIFECYCLE',
  'FATAL: role does not exist',
  '3 tests failed',
  '错误：找不到模块',
  '运行失败',
  '发生异常',
])('%j is an error line', (line) => {
  expect(cut(lines(100, [50, line]), { maxLines: 20 })).toContain(`gone>\n${line}\n`)
})

test.each(['terrors of the deep', 'src/errors.ts', 'failsafe', 'all fine'])('%j is not', (line) => {
  expect(cut(lines(100, [50, line]), { maxLines: 20 })).not.toContain(line)
})

describe('for any text and limits', () => {
  const line = fc.oneof(
    { weight: 4, arbitrary: pieces },
    { weight: 4, arbitrary: fc.nat(80).map((count) => 'word '.repeat(count / 5)) },
    { weight: 1, arbitrary: fc.integer({ min: 300, max: 3_000 }).map((count) => `${x(count)}🚢${x(count)}`) },
    { weight: 1, arbitrary: fc.constantFrom('error: a', 'TypeError: b', '失败', 'Exception in thread') },
  )
  const texts = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 120 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n', '\r\n'))
    .map(([list, glue, end]) => list.join(glue) + end)
  const limit = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: Infinity })
  const limited = (chars: number, rows: number) =>
    fc.record({
      maxChars: limit(chars, 3_000),
      maxLines: limit(rows, 60),
      maxLineChars: limit(chars, 1_000),
      strategy: fc.constantFrom('head_tail', 'head_only'),
    } as const)
  const check = (arbitrary: fc.Arbitrary<Limits>, holds: (text: string, out: string, limits: Limits) => void) =>
    fc.assert(
      fc.property(texts, arbitrary, (text, limits) => holds(text, cut(text, limits), limits)),
      { numRuns: 1_500 },
    )

  test('never longer, and twice is once, whatever the limits', () => {
    check(limited(0, 0), (text, out, limits) => {
      expect(out.length).toBeLessThanOrEqual(text.length)
      expect(cut(out, limits)).toBe(out)
    })
  })

  test('within every limit once anything was changed', () => {
    check(limited(300, 3), (text, out, { maxChars, maxLines, maxLineChars }) => {
      if (out === text) return
      expect(out.length).toBeLessThanOrEqual(maxChars as number)
      expect(countLines(out)).toBeLessThanOrEqual(maxLines as number)
      expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(maxLineChars as number)
    })
  })

  test('left as it was only within the limits of characters', () => {
    check(limited(300, 3), (text, out, { maxChars, maxLineChars }) => {
      if (out !== text) return
      expect(text.length).toBeLessThanOrEqual(maxChars as number)
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(maxLineChars as number)
    })
  })

  test('no surrogate pair, ANSI sequence or line break is cut in two', () => {
    check(limited(0, 0), (_, out) => {
      expect(broken(out)).toEqual([])
    })
  })

  test('the counts are true: what is there and what is said to be gone make the whole', () => {
    check(limited(0, 0), (text, out) => {
      let [chars, rows, markers] = [0, 0, 0]
      const rest = out.replace(/<(\d+) characters, (\d+) lines gone>/g, (_, gone: string, goneRows: string) => {
        chars += Number(gone)
        rows += Number(goneRows)
        if (goneRows !== '0') markers++
        return ''
      })
      expect(markers).toBeLessThanOrEqual(1)
      // A marker in the middle of a line puts it, and what is left behind it, on lines of their own.
      const added = rest.length + chars - text.length
      expect([0, 1, 2]).toContain(added)
      expect(countLines(out) - markers + rows - countLines(text)).toBe(added)
    })
  })

  test('error lines survive where they fit a tenth of the limits', () => {
    const errors = fc.uniqueArray(fc.integer({ min: 0, max: 199 }), { maxLength: 4 })
    fc.assert(
      fc.property(errors, fc.integer({ min: 1_000, max: 4_000 }), fc.integer({ min: 40, max: 150 }), (places, maxChars, maxLines) => {
        const text = lines(200, ...places.map((place): [number, string] => [place, `error: at ${place}`]))
        const out = cut(text, { maxChars, maxLines }).split('\n')
        for (const place of places) expect(out).toContain(`error: at ${place}`)
      }),
    )
  })

  test('two million characters, as one line or as two million, take no time to speak of', () => {
    for (const text of [x(2_000_000), 'x\n'.repeat(1_000_000), '\u001b[31m'.repeat(400_000), 'error\n'.repeat(400_000)]) {
      expect(cut(text, { maxChars: 100_000, maxLineChars: 4_000, maxLines: 500 }).length).toBeLessThanOrEqual(100_000)
    }
  })
})

describe('the pass', () => {
  const presetOf = (options: LimitOutputOptions): Preset => ({ ...presets.safe, passes: [limitOutput(options)] })
  const history = (tool: string, content: unknown) => [
    { role: 'user', content: 'Read it' },
    { role: 'assistant', tool_calls: [{ id: 'call_a', type: 'function', function: { name: tool, arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'call_a', content },
  ]
  const sent = (options: LimitOutputOptions, tool: string, content: unknown, rest = {}) =>
    (fit(history(tool, content), { preset: presetOf(options), adapter: 'openai-chat', ...rest }).request[2] as { content: unknown }).content

  test.each<[string, LimitOutputOptions, string, number]>([
    ['the limits of all', { maxLines: 10 }, 'read', 10],
    ['a tool has its own', { maxLines: 10, tools: { read: { maxLines: 20 } } }, 'read', 20],
    ['what a tool leaves open follows the others', { maxLines: 10, tools: { read: { maxChars: 9_000 } } }, 'read', 10],
    ['another tool has not', { maxLines: 10, tools: { grep: { maxLines: 20 } } }, 'read', 10],
    ['a tool without limits', { maxLines: 10, tools: { read: { strategy: 'none' } } }, 'read', 40],
    ['a tool called like a property of every object', { maxLines: 10, tools: {} }, 'constructor', 10],
  ])('%s', (_, options, tool, expected) => {
    expect(countLines(sent(options, tool, expand('(40 lines)')) as string)).toBe(expected)
  })

  test('says what went and where to find it, in both languages', () => {
    const text = expand('(40 lines)')
    expect(sent({ maxLines: 3 }, 'read', text)).toBe('line 1\n... [cut 295 characters / 38 lines; id tool:call_a.0] ...\nline 40')
    expect(sent({ maxLines: 3 }, 'read', text, { locale: 'zh-CN' })).toBe(
      'line 1\n... [截断了 295 字符 / 38 行；id tool:call_a.0] ...\nline 40',
    )
  })

  test('each text of a result has the limits for itself; images stay', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const text = { type: 'text', text: expand('(40 lines)') }
    const short = { type: 'text', text: 'line 1\n... [cut 295 characters / 38 lines; id tool:call_a.0] ...\nline 40' }
    expect(sent({ maxLines: 3 }, 'read', [text, image, text])).toEqual([short, image, short])
  })
})

/** `line 1` to `line N`, some of them (from 0) replaced. */
function lines(count: number, ...others: [at: number, line: string][]): string {
  const list = expand(`(${count} lines)`).split('\n')
  for (const [at, line] of others) list[at] = line
  return list.join('\n')
}
