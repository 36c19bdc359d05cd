/** The notation: what is written is read, what is read is written again, and fixtures say what they say. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collapse, expand } from './fillers.js'
import { resolve } from './fixture.js'
import { png } from './images.js'
import { FORMATS } from './natives.js'
import { media } from './native-plain.js'
import { fromNative, parse, print, readFixture, TIME_ZERO, toNative, type PlainMessage } from './notation.js'

const call = (id: string, name: string, args: string) => ({ id, type: 'function' as const, function: { name, arguments: args } })
const text = (words: string) => ({ kind: 'text' as const, text: words })

const EXAMPLE = `
system     Be brief
user       Fix the build @+0m
           image 640x480
assistant  thinking Two files to read
           I will read both.
           call a read {"path":"x"}
           call b read {"path":"y","text":"(900 chars)"}
result a   (900 chars)
error b    no such file @+15m !pin
assistant  sealed Hm
           call c look
result c   Here it is
           image 2x2
           data {"ok":true}
           opaque {"type":"future"}
user
assistant  Done. !summary !id=m9
`.trim()

describe('parse', () => {
  it.each<[line: string, message: PlainMessage]>([
    ['user Fix the build', { role: 'user', content: 'Fix the build' }],
    ['user', { role: 'user', content: '' }],
    ['assistant  call a read {"path":"x"}', { role: 'assistant', content: '', tool_calls: [call('a', 'read', '{"path":"x"}')] }],
    ['assistant  call a read {"path":"/sr', { role: 'assistant', content: '', tool_calls: [call('a', 'read', '{"path":"/sr')] }],
    ['assistant  call me again tomorrow', { role: 'assistant', content: 'call me again tomorrow' }],
    ['user       call a read', { role: 'user', content: 'call a read' }],
    ['user       thinking aloud', { role: 'user', content: 'thinking aloud' }],
    ['user       image quality is poor', { role: 'user', content: 'image quality is poor' }],
    ['user       text image 2x2', { role: 'user', content: 'image 2x2' }],
    ['user       image 2x2', { role: 'user', content: [media(png(2, 2))] }],
    ['assistant  thinking Hm', { role: 'assistant', content: [{ kind: 'thinking', text: 'Hm', sealed: false }] }],
    ['assistant  sealed Hm', { role: 'assistant', content: [{ kind: 'thinking', text: 'Hm', sealed: true }] }],
    ['result a   out', { role: 'tool', tool_call_id: 'a', content: 'out' }],
    ['result -   out', { role: 'tool', content: 'out' }],
    ['error a    out', { role: 'tool', tool_call_id: 'a', content: 'out', is_error: true }],
    ['user       a @+15m !pin', { role: 'user', content: 'a', timestamp: TIME_ZERO + 900_000, pinned: true }],
    ['user       a @-2h', { role: 'user', content: 'a', timestamp: TIME_ZERO - 7_200_000 }],
    ['user       a \\!pin', { role: 'user', content: 'a !pin' }],
    ['user       one\\r\\ntwo\\t\\u001b[1m\\\\n', { role: 'user', content: 'one\r\ntwo\t\u001b[1m\\n' }],
    ['user       \\(9 chars) (9 chars)', { role: 'user', content: '(9 chars) 1 alder\n2' }],
    ['user       (2 lines) end', { role: 'user', content: 'line 1\nline 2 end' }],
  ])('%s', (line, message) => {
    expect(parse(line)).toEqual([message])
    expect(parse(print([message]))).toEqual([message])
  })

  it('ignores blank lines and remarks', () => {
    expect(parse('# why\n\nuser a\n\n# more\nuser b\n')).toEqual([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ])
  })

  it.each(['  part of nothing', 'nobody  says this', 'result'])('refuses %j', (line) => {
    expect(() => parse(line)).toThrow(SyntaxError)
  })
})

describe('print', () => {
  it('writes what was read', () => {
    expect(print(parse(EXAMPLE))).toBe(EXAMPLE)
  })

  it('names fillers again, however they were cut', () => {
    const long = expand('(900 chars)')
    const cut = `${long.slice(0, 300)}\n[… 450 characters …]\n${long.slice(750)}`
    expect(print([{ role: 'user', content: cut }])).toBe('user       (300 chars)\\n[… 450 characters …]\\n(chars 750-900)')
    const lines = expand('(40 lines)').split('\n')
    const few = [...lines.slice(0, 3), '…', ...lines.slice(-5)].join('\n')
    expect(print([{ role: 'user', content: few }])).toBe('user       line 1\\nline 2\\nline 3\\n…\\n(lines 36-40)')
    expect(print([{ role: 'user', content: `data:${expand('(base64 2000)')}.` }])).toBe('user       data:(base64 2000).')
  })

  it('names ids by their place in the input, the longer first', () => {
    const messages = parse('user see abcdefgh and abcdefgh2.0\nresult a [elided; recall zzzzzzzz.0]')
    expect(print(messages, ['abcdefgh', 'abcdefgh2', '', 'zzzzzzzz'])).toBe('user       see $1 and $2.0\nresult a   [elided; recall $4.0]')
  })

  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
    fc
      .array(
        fc.constantFrom(
          'call a b {}',
          'text',
          'image 2x2',
          ' ',
          '\n',
          '\\',
          '(900 chars)',
          '!pin',
          '@+1m',
          'thinking',
          '\u2028',
          '\u{1d173}',
          '\ud83d',
          '#',
          '$1',
          expand('(60 chars)'),
          expand('(9 lines)'),
        ),
      )
      .map((parts) => parts.join('')),
  )
  it('loses nothing of any text', () => {
    const messages = fc.array(
      fc.oneof(
        words.map((content): PlainMessage => ({ role: 'user', content })),
        words.map((content): PlainMessage => ({ role: 'tool', tool_call_id: 'a', content, pinned: true })),
        fc.tuple(words, words, words).map(([thinking, said, path]): PlainMessage => ({
          role: 'assistant',
          content: [{ kind: 'thinking', text: thinking, sealed: false }, text(said)],
          tool_calls: [call('a', 'read', JSON.stringify({ path: path.replaceAll('(900 chars)', '') }))],
        })),
      ),
    )
    fc.assert(
      fc.property(messages, (all) => {
        expect(parse(print(all))).toEqual(all)
        expect(print(parse(print(all)))).toBe(print(all))
      }),
      { seed: 1, numRuns: 500 },
    )
  })
})

describe('fillers', () => {
  it.each([0, 1, 23, 900, 50_000])('are %i characters long', (length) => {
    expect(expand(`(${length} chars)`)).toHaveLength(length)
    expect(expand(`(base64 ${length})`)).toHaveLength(length)
  })

  it('are base64 with upper, lower and digits', () => {
    expect(expand('(base64 1000)')).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/]{1000}$/)
  })

  it('come back as they were named, in time', () => {
    const names = ['(24 chars)', '(chars 10000-200000)', '(4 lines)', '(lines 7-5000)', '(base64 20000)']
    for (const name of names) expect(collapse(expand(name))).toEqual([{ text: name, filler: true }])
  })
})

describe.each(FORMATS)('toNative %s', (format) => {
  it('and back leaves every message in its place', () => {
    // OpenAI's chat has no seals, and a response of Gemini's has one text.
    const example =
      format === 'openai-chat' ? EXAMPLE.replace('sealed', 'thinking') : format === 'gemini' ? EXAMPLE.replace(/^ *data.*\n/m, '') : EXAMPLE
    const messages = parse(example)
    const there = fromNative(format, toNative(format, messages))
    // Only the plain format knows data; for the others it is text.
    const shown = print(messages).replace('data {"ok":true}', '{"ok":true}').replace('call c look', 'call c look {}')
    const back = print(there)
      .replace('data {"ok":true}', '{"ok":true}')
      .replace(/call c look$/m, 'call c look {}')
    expect(back).toBe(shown)
  })

  it('declares tools in a body', () => {
    expect(JSON.stringify(toNative(format, parse('user hi'), ['recall']))).toContain('"name":"recall"')
  })
})

describe('readFixture', () => {
  const ELIDE = `user       Fix the build
assistant  call a read {"path":"x"}
result a   (900 chars)
@@@ elide { keep: 1, 'names': ["a", b,], deep: {on: true} }  excess 1_500 window 8000 now +20m locale zh-CN tools recall,read pin $3 pin $2.0 schedule priced cold
user       Fix the build
assistant  call a read {"path":"x"}
result a   [elided; recall $3.0]
@@@ plan
elide $3.0 -1200 "old tool result"
elide $1 old
refused elide $2.0 pinned
`
  it('reads everything', () => {
    const [first, second] = parse('user Fix the build\nassistant call a read {"path":"x"}')
    expect(readFixture(ELIDE)).toEqual({
      input: [first, second, { role: 'tool', tool_call_id: 'a', content: expand('(900 chars)') }],
      settings: {
        pass: 'elide',
        options: { keep: 1, names: ['a', 'b'], deep: { on: true } },
        excess: 1500,
        window: 8000,
        now: TIME_ZERO + 1_200_000,
        locale: 'zh-CN',
        schedule: 'priced',
        cold: true,
        tools: ['recall', 'read'],
        pins: ['$3', '$2.0'],
      },
      expected: [first, second, { role: 'tool', tool_call_id: 'a', content: '[elided; recall $3.0]' }],
      plan: [
        { refused: false, pass: 'elide', target: '$3.0', delta: -1200, reason: 'old tool result' },
        { refused: false, pass: 'elide', target: '$1', reason: 'old' },
        { refused: true, pass: 'elide', target: '$2.0', reason: 'pinned' },
      ],
    })
  })

  it('takes a preset, or a pass without options', () => {
    const none = { options: {}, cold: false, tools: [], pins: [] }
    expect(readFixture('user a\n@@@ preset adr-002\nuser a').settings).toEqual({ ...none, preset: 'adr-002' })
    expect(readFixture('user a\n@@@ drop-thinking cold\n').settings).toEqual({ ...none, pass: 'drop-thinking', cold: true })
    expect(readFixture('user a\n@@@ preset safe {high: .5}\n').settings).toEqual({ ...none, preset: 'safe', options: { high: 0.5 } })
  })

  it.each([
    ['no settings', 'user a'],
    ['a word it does not know', 'user a\n@@@ elide fast\nuser a'],
    ['a setting without value', 'user a\n@@@ elide excess\nuser a'],
    ['a number that is none', 'user a\n@@@ elide excess much\nuser a'],
    ['options left open', 'user a\n@@@ elide { keep: 1\nuser a'],
    ['a third block that is no plan', 'user a\n@@@ elide\nuser a\n@@@ elide\nuser a'],
    ['a plan line without target', 'user a\n@@@ elide\nuser a\n@@@ plan\nelide old'],
  ])('refuses %s', (_, fixture) => {
    expect(() => readFixture(fixture)).toThrow(SyntaxError)
  })

  it('resolves references', () => {
    expect(resolve('$2', ['aaaaaaaa', 'bbbbbbbb'])).toBe('bbbbbbbb')
    expect(resolve('$1.0', ['aaaaaaaa', 'bbbbbbbb'])).toBe('aaaaaaaa.0')
    expect(() => resolve('$3', ['aaaaaaaa', 'bbbbbbbb'])).toThrow(SyntaxError)
  })
})
