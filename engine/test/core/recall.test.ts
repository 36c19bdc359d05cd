/** Recall: what comes back for an id, whole or as a slice. */
import { describe, expect, test } from 'vitest'
import { eager, fit, presets, recall, type Recalled, type Slice } from '../../src/index.js'
import { elide } from '../../src/passes/index.js'
import { estimate } from '../../src/tokens/index.js'
import { expand } from '../bed/fillers.js'
import { broken } from '../bed/pieces.js'

const say = (role: string, content: string) => ({ id: `${role}-said`, role, content })
const call = (id: string, args = '{}') => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: args } }],
})
const result = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content })
const holding = (text: string) => [say('user', 'Read it'), call('call_a'), result('call_a', text)]
const slice = (text: string, asked: Slice) => recall(holding(text), 'call_a', asked) as Recalled

describe('by whichever id', () => {
  const history = [
    say('user', 'Read it'),
    call('call_a', '{"path":"a.ts"}'),
    result('call_a', 'old'),
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Two ' },
        { type: 'text', text: 'parts' },
      ],
    },
    call('call_a', '{"path":"b.ts"}'),
    result('call_a', [
      { type: 'text', text: 'new' },
      { type: 'text', text: 'newer' },
    ]),
  ]
  test.each([
    ['a message', 'user-said', 'Read it'],
    ['a part of it', 'user-said.0', 'Read it'],
    ['a message with a call', 'assistant:call_a', '{"path":"a.ts"}'],
    ['its result', 'tool:call_a', 'old'],
    ['the part that is the result', 'tool:call_a.0', 'old'],
    ['a call id: the result, the newest where the id was used again', 'call_a', 'new\nnewer'],
  ])('%s', (_, id, text) => {
    expect(recall(history, id)?.text).toBe(text)
  })

  test('one of several parts, or all of them', () => {
    const request = [{ id: 'm1', ...(history[3] as object) }]
    expect(recall(request, 'm1')?.text).toBe('Two \nparts')
    expect(recall(request, 'm1.1')?.text).toBe('parts')
  })

  test.each(['nobody', 'user-said.1', 'user-said.x', '', 'call_'])('null for %j, which the history does not have', (id) => {
    expect(recall(history, id)).toBe(null)
  })

  test('says where it stands, and hands over the very message of the caller', () => {
    const back = recall(history, 'user-said')
    expect(back).toEqual({ id: 'user-said', text: 'Read it', from: 1, to: 1, lines: 1, matched: true, also: [], native: history[0] })
    expect(back?.native).toBe(history[0])
  })
})

describe('the whole text comes back byte for byte', () => {
  test.each([
    ['\\r\\n and a trailing newline', 'one\r\ntwo\r\n'],
    ['a lone surrogate', 'a \ud83d b'],
    ['colours', '\u001b[31merror\u001b[0m'],
    ['Chinese', '请把第二个函数改成异步的。\n构建失败'],
    ['blank lines at the end', 'a\n\n\n'],
    ['a megabyte', expand('(1000000 chars)')],
  ])('%s', (_, text) => {
    expect(slice(text, {}).text).toBe(text)
  })

  test('also what was elided: the placeholder names the id', () => {
    const history = [...holding(expand('(100 lines)')), { role: 'assistant', content: 'Done.' }]
    const { request } = fit(history, { preset: { ...presets.safe, passes: [elide({ keep: 0 })], schedule: eager } })
    expect(request[2]).toEqual(result('call_a', '[elided: read, 100 lines; id tool:call_a.0]'))
    expect(recall(history, 'tool:call_a.0')?.text).toBe(expand('(100 lines)'))
  })
})

describe('lines', () => {
  test.each<[string, [number, number], { text: string; from: number; to: number }]>([
    ['A to B, both included', [3, 5], { text: 'line 3\nline 4\nline 5', from: 3, to: 5 }],
    ['one line', [7, 7], { text: 'line 7', from: 7, to: 7 }],
    ['reversed', [5, 3], { text: 'line 3\nline 4\nline 5', from: 3, to: 5 }],
    ['past the end', [9, 99], { text: 'line 9\nline 10', from: 9, to: 10 }],
    ['all past the end: the last', [50, 60], { text: 'line 10', from: 10, to: 10 }],
    ['before the start', [-3, 2], { text: 'line 1\nline 2', from: 1, to: 2 }],
  ])('%s', (_, lines, expected) => {
    expect(slice(`${expand('(10 lines)')}\n`, { lines })).toMatchObject({ ...expected, lines: 10, matched: true, also: [] })
  })

  test('\\r\\n is kept, and not cut in two at the end', () => {
    expect(slice('one\r\ntwo\r\nthree\r\n', { lines: [1, 2] }).text).toBe('one\r\ntwo')
  })
})

describe('grep', () => {
  const numbered = expand('(2000 lines)')

  test('the lines around the first match, 500 tokens at the most, and where else it stands', () => {
    const back = slice(numbered, { grep: 'line 777' })
    expect(back).toMatchObject({ matched: true, also: [], lines: 2_000 })
    expect(estimate.count(back.text)).toBeLessThanOrEqual(500)
    expect(estimate.count(back.text)).toBeGreaterThan(300)
    expect(back.text).toBe(expand(`(lines ${back.from}-${back.to})`))
    expect(777 - back.from).toBe(back.to - 777)
  })

  test('other matches outside the slice are listed', () => {
    const text = Array.from({ length: 400 }, (_, i) => (i % 100 === 9 ? `needle ${i + 1}` : `some words on line ${i + 1}`)).join('\n')
    const back = slice(text, { grep: 'needle' })
    expect(back.text).toContain('needle 10')
    expect(back.also).toEqual([110, 210, 310])
  })

  test('without a match: around the line with the rarest words of the question', () => {
    const text = [
      ...Array<string>(300).fill('the server is up'),
      'the port 8080 is taken',
      ...Array<string>(300).fill('the server is up'),
    ].join('\n')
    const back = slice(text, { grep: 'is the PORT taken?' })
    expect(back.matched).toBe(false)
    expect(back.also).toEqual([])
    expect([back.from < 301, back.to > 301]).toEqual([true, true])
    expect(back.text).toContain('the port 8080 is taken')
  })

  test('without a match in Chinese: characters are what is shared', () => {
    const text = [
      ...Array<string>(300).fill('服务器已经启动，一切正常'),
      '找不到核心模块',
      ...Array<string>(300).fill('服务器已经启动，一切正常'),
    ].join('\n')
    const back = slice(text, { grep: '模块找不到' })
    expect(back.matched).toBe(false)
    expect(back.text).toContain('找不到核心模块')
    expect(estimate.count(back.text)).toBeLessThanOrEqual(500)
  })

  test('without a match and without words: the beginning', () => {
    expect(slice(numbered, { grep: '???' })).toMatchObject({ matched: false, from: 1 })
  })

  test.each([
    ['exactly', 'needle-42', true],
    ['by a word of it', 'where is the needle', false],
  ])('one line of 50 kB: cut around what was asked, found %s', (_, grep, matched) => {
    const back = slice(`${'word '.repeat(7_000)}needle-42 ${'word '.repeat(3_000)}`, { grep })
    expect(back).toMatchObject({ matched, from: 1, to: 1, lines: 1 })
    expect(back.text).toHaveLength(2_000)
    expect(Math.abs(back.text.indexOf('needle') - 1_000)).toBeLessThan(10)
  })

  test.each([
    ['Chinese', '汉', 500],
    ['letters', 'x', 2_000],
    ['ships', '🚢', 500],
  ])('one long line of %s: within 500 tokens whatever the characters weigh', (_, char, length) => {
    const back = slice(`${char.repeat(10_000)}NEEDLE${char.repeat(10_000)}`, { grep: 'NEEDLE' })
    expect(back.text).toContain('NEEDLE')
    expect(estimate.count(back.text)).toBeLessThanOrEqual(500)
    expect(back.text.length).toBeGreaterThanOrEqual(length)
    expect(broken(back.text)).toEqual([])
  })
})

describe('around', () => {
  test.each([
    ['a line', 1_000, 1_000],
    ['before the first', -5, 1],
    ['past the last', 9_999, 2_000],
    ['between two', 10.7, 10],
  ])('%s', (_, around, line) => {
    const back = slice(expand('(2000 lines)'), { around })
    expect(back.text.split('\n')).toContain(`line ${line}`)
    expect(estimate.count(back.text)).toBeLessThanOrEqual(500)
    expect(back.text).toBe(expand(`(lines ${back.from}-${back.to})`))
  })
})
