/** Seed 000, ADR-002: what becomes of tool results with binary in them. Where its sample code is wrong, the sensible result stands here. */
import { describe, expect, test } from 'vitest'
import { fit, presets, recall, type FitOptions } from '../../src/index.js'
import {
  formatToolResults,
  LARGE_DATA_FIELDS,
  sanitizeToolResult,
  sanitizeToolResultsJson,
  SIZE_THRESHOLD,
  type ToolResult,
} from '../../src/passes/index.js'
import { deepFreeze } from '../bed/frozen.js'
import { expand } from '../bed/fillers.js'
import { random } from '../bed/random.js'
import { holdLaws } from '../laws.js'

const base64 = (length: number) => expand(`(base64 ${length})`)
const lines = (text: string, width: number) => (text.match(new RegExp(`.{1,${width}}`, 'g')) as string[]).join('\n')
const PNG = 'data:image/png;base64,'

/** The seed's own example: 500 KB of image beside a path. */
const painting = (size = 512_000) => ({
  toolCallId: 'call_1',
  success: true,
  output: '图片生成成功。',
  metadata: {
    imagePath: '/path/to/image.png',
    imageBase64: PNG + base64(size - PNG.length),
    model: 'FLUX Pro',
    duration: 41_250,
    generationTimeMs: 41_250,
  },
})

describe('sanitizeToolResult', () => {
  test('R0-04 R0-05 R0-10 R0-12 the image becomes its size, paths and small fields stay', () => {
    const { metadata, ...rest } = painting()
    expect(sanitizeToolResult(painting())).toEqual({ ...rest, metadata: { ...metadata, imageBase64: '[BINARY_DATA_FILTERED: 500.0KB]' } })
  })

  test.each(LARGE_DATA_FIELDS)('R0-08 R0-10 %s is known to hold binary, whatever its size', (field) => {
    expect(sanitizeToolResult({ success: true, metadata: { [field]: base64(100), pages: 3 } })).toEqual({
      success: true,
      metadata: { [field]: '[BINARY_DATA_FILTERED: 0.1KB]', pages: 3 },
    })
  })

  test('R0-08 R0-09 the constants are the seed’s', () => {
    expect(LARGE_DATA_FIELDS).toEqual(['imageBase64', 'screenshotData', 'pdfImages', 'audioData', 'videoData'])
    expect(SIZE_THRESHOLD).toBe(10_000)
  })

  test('R0-07 a list of images is measured image by image, not by its length', () => {
    expect(sanitizeToolResult({ metadata: { pdfImages: [base64(2048), base64(1024)] } })).toEqual({
      metadata: { pdfImages: ['[BINARY_DATA_FILTERED: 2.0KB]', '[BINARY_DATA_FILTERED: 1.0KB]'] },
    })
  })

  test('R0-07 looks into nested objects and lists, and into what is not metadata', () => {
    const image = base64(20_480)
    expect(
      sanitizeToolResult({ output: { pages: [{ n: 1, scan: image }, { n: 2, imageBase64: image }, null, 7] }, error: undefined }),
    ).toEqual({
      output: {
        pages: [{ n: 1, scan: '[LARGE_DATA_FILTERED: 20.0KB]' }, { n: 2, imageBase64: '[BINARY_DATA_FILTERED: 20.0KB]' }, null, 7],
      },
      error: undefined,
    })
  })

  test('R0-07 never touches what it was given, and shares what did not change', () => {
    const result = deepFreeze({ ...painting(), other: { rows: [1, 2] } })
    const clean = sanitizeToolResult(result)
    expect(clean.metadata).not.toBe(result.metadata)
    expect(clean.other).toBe(result.other)
    const small = { success: true, metadata: { imagePath: 'a.png' } }
    expect(sanitizeToolResult(small)).toBe(small)
  })

  const encoded = base64(12_288)
  test.each([
    ['a data URL', PNG + encoded, '[LARGE_DATA_FILTERED: 12.0KB]'],
    ['a data URL that is not base64', `data:image/svg+xml,${'%3Csvg%2F%3E'.repeat(2_000)}`, '[LARGE_DATA_FILTERED: 23.5KB]'],
    ['base64', encoded, '[LARGE_DATA_FILTERED: 12.0KB]'],
    ['base64url', encoded.replaceAll('+', '-').replaceAll('/', '_'), '[LARGE_DATA_FILTERED: 12.0KB]'],
    ['base64 in lines', lines(encoded, 76), '[LARGE_DATA_FILTERED: 12.2KB]'],
    ['base64 among words', `saved\n${encoded}==\ndone`, 'saved\n[LARGE_DATA_FILTERED: 12.0KB]\ndone'],
    ['JSON in a string', `{"shot":"${encoded}","ok":true}`, '{"shot":"[LARGE_DATA_FILTERED: 12.0KB]","ok":true}'],
  ])('R0-11 %s over 10,000 characters goes, in any field', (_, value, left) => {
    expect(sanitizeToolResult({ metadata: { anything: value, seed: 7 } })).toEqual({ metadata: { anything: left, seed: 7 } })
  })

  test.each([60, 64, 76, 1_000])('R0-11 wherever it begins, in lines of %d', (width) => {
    for (const glue of ['\n', '\r\n', '\\n']) {
      const run = (base64(11_000).match(new RegExp(`.{1,${width}}`, 'g')) as string[]).join(glue)
      for (let before = 0; before < 12_000; before += 1_234) {
        const words = 'a word '.repeat(before / 7)
        const left = sanitizeToolResult({ output: `${words}"${run}" ${words}` })
        expect(left.output).toMatch(/^(a word )*"\[LARGE_DATA_FILTERED: 1\d\.\dKB\]" (a word )*$/)
      }
    }
  })

  const dice = random(1)
  const letters = (count: number, alphabet = 'abcdefghijklmnopqrstuvwxyz') =>
    Array.from({ length: count }, () => dice.pick([...alphabet])).join('')
  test.each([
    ['exactly 10,000 characters of base64', base64(10_000)],
    ['12,000 plain letters', letters(12_000)],
    ['the same letter 12,000 times, though it passes the seed’s test', 'A'.repeat(12_000)],
    ['12,000 hex digits', letters(12_000, '0123456789abcdef')],
    ['300 hashes', Array.from({ length: 300 }, () => letters(64, '0123456789abcdef')).join('\n')],
    ['300 hashes in base64', Array.from({ length: 300 }, () => `sha512-${letters(86, base64(64))}==`).join('\n')],
    ['a minified file', 'var a=function(e,t){return e.map(t||{},0x1F)};'.repeat(400)],
    ['words that begin like a data URL', `data: ${'the rows follow, '.repeat(1_000)}`],
    ['a page with an icon in it', `<img src="${PNG}${base64(300)}">${'<p>words</p>'.repeat(1_000)}`],
    ['Chinese', '图片已生成。'.repeat(3_000)],
  ])('R0-47 left alone: %s', (_, value) => {
    const result = { success: true, output: value, metadata: { value } }
    expect(sanitizeToolResult(result)).toBe(result)
  })

  test.each([
    ['nothing', {}],
    ['an empty field', { imageBase64: '' }],
    ['no image', { imageBase64: null }],
    ['a field shorter than its placeholder', { imageBase64: 'iVBORw0KGgo=' }],
    ['a number in a known field', { audioData: 44_100 }],
    ['a description of the field', { imageBase64: { type: 'string', description: 'the image, as base64 without a prefix' } }],
    ['a date', { at: new Date(0) }],
  ])('R0-12 R0-47 nothing to filter: %s', (_, metadata) => {
    const result = { success: true, metadata }
    expect(sanitizeToolResult(result)).toBe(result)
  })

  test('R0-07 bytes are binary too', () => {
    expect(sanitizeToolResult({ raw: new Uint8Array(20_480), imageBase64: new Uint8Array(1024), few: 1 })).toEqual({
      raw: '[LARGE_DATA_FILTERED: 20.0KB]',
      imageBase64: '[BINARY_DATA_FILTERED: 1.0KB]',
      few: 1,
    })
  })

  test('C-04 sanitising again changes nothing', () => {
    const once = sanitizeToolResult({ ...painting(), more: [base64(20_000), { pdfImages: [base64(9_000)] }] })
    expect(sanitizeToolResult(once)).toBe(once)
    expect(sanitizeToolResultsJson(JSON.stringify(once))).toBe(JSON.stringify(once))
  })

  test('R0-46 one result of 1 MB takes less than 10 ms', () => {
    const results = [painting(1_000_000), { metadata: { raw: base64(1_000_000) } }, { output: `saved ${base64(1_000_000)} ok` }]
    const fastest = Math.min(
      ...Array.from({ length: 9 }, () => {
        const start = performance.now()
        for (const result of results) sanitizeToolResult(result)
        return (performance.now() - start) / results.length
      }),
    )
    expect(fastest).toBeLessThan(10)
  })
})

describe('sanitizeToolResultsJson', () => {
  const filtered = { toolCallId: 'a', metadata: { imageBase64: '[BINARY_DATA_FILTERED: 2.0KB]', imagePath: 'a.png' } }
  const whole = { toolCallId: 'a', metadata: { imageBase64: base64(2048), imagePath: 'a.png' } }

  test.each([
    ['a list of results', JSON.stringify([whole, whole]), JSON.stringify([filtered, filtered])],
    ['a single result, which the seed’s code would leave', JSON.stringify(whole), JSON.stringify(filtered)],
  ])('R0-19 %s', (_, content, left) => {
    expect(sanitizeToolResultsJson(content)).toBe(left)
  })

  test.each([
    ['words', 'imageBase64 is a field'],
    ['JSON cut short', JSON.stringify([whole]).slice(0, -1)],
    ['a number', '12'],
    ['nothing', ''],
    ['results without binary, as they were written', '[\n  { "toolCallId": "a", "id": 12345678901234567890 }\n]'],
  ])('R0-19 unchanged: %s', (_, content) => {
    expect(sanitizeToolResultsJson(content)).toBe(content)
  })
})

describe('formatToolResults', () => {
  test.each<[string, ToolResult[], string]>([
    [
      'R0-15 R0-16 all there is to say, in this order',
      [{ ...painting(), metadata: { generationTimeMs: 41_250, filePath: '/tmp/a.txt', imagePath: '/tmp/a.png', model: 'FLUX' } }],
      '✓ call_1: 图片生成成功。\n  → Image saved: /tmp/a.png\n  → File: /tmp/a.txt\n  → Time: 41250ms',
    ],
    ['R0-16 no output', [{ toolCallId: 'a', success: true }], '✓ a: Success'],
    ['R0-16 an empty output', [{ toolCallId: 'a', success: true, output: '' }], '✓ a: Success'],
    ['R0-16 an output that is not text', [{ toolCallId: 'a', success: true, output: { rows: [1] } }], '✓ a: {"rows":[1]}'],
    ['R3-31 a result that says content', [{ toolCallId: 'a', success: true, content: '3 files', metadata: {} }], '✓ a: 3 files'],
    ['R0-17 a failure', [{ toolCallId: 'b', success: false, error: 'timeout', metadata: { filePath: 'x' } }], '✗ b: timeout'],
    ['R0-17 a failure without words', [{ toolCallId: 'b', success: false }], '✗ b: Failed'],
    [
      'R0-17 several, a blank line between them',
      [
        { toolCallId: 'a', success: true, output: 'ok' },
        { toolCallId: 'b', success: false, error: 'no' },
      ],
      '✓ a: ok\n\n✗ b: no',
    ],
    ['none', [], ''],
  ])('%s', (_, results, expected) => {
    expect(formatToolResults(results)).toBe(expected)
  })
})

describe('the preset', () => {
  const asked = (...ids: string[]) => ({
    role: 'assistant',
    content: '',
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'image_generate', arguments: '{}' } })),
  })
  const user = { role: 'user', content: '画一艘船' }
  const sent = (request: unknown[], options: FitOptions = {}) => fit(request, { preset: 'adr-002', ...options })
  /** As the seed's app stores it: the results twice. */
  const stored = (...results: unknown[]) => ({
    id: 'm3',
    role: 'tool',
    content: JSON.stringify(results),
    timestamp: 1,
    toolResults: results,
  })

  test('R0-01 R0-02 R0-41 the image of the seed’s failure does not reach the request, in neither of the two places it stands', () => {
    const request = [user, asked('call_1'), stored(painting(7_000_000))]
    const { request: fitted, plan } = sent(request, { adapter: 'plain', window: 131_072, reserve: 4_096 })
    expect(plan.before).toBeGreaterThan(1_000_000)
    expect(plan.fits).toBe(true)
    const line = '✓ call_1: 图片生成成功。\n  → Image saved: /path/to/image.png\n  → Time: 41250ms'
    const result = { toolCallId: 'call_1', success: true, output: line }
    expect(fitted[2]).toEqual({ id: 'm3', role: 'tool', content: JSON.stringify([result]), timestamp: 1, toolResults: [result] })
  })

  test('R0-16 R0-18 with a call id the tool role stays, and its text becomes the lines', () => {
    const request = [user, asked('call_1'), { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify([painting(20_000)]) }]
    expect(sent(request).request[2]).toEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      content: '✓ call_1: 图片生成成功。\n  → Image saved: /path/to/image.png\n  → Time: 41250ms',
    })
  })

  test('R0-18 C-08 without a call id the user says it', () => {
    const failure = { toolCallId: 'b', success: false, error: 'timeout' }
    const request = [user, { role: 'assistant', content: '好的' }, { role: 'tool', content: JSON.stringify([painting(20_000), failure]) }]
    const { request: fitted, plan } = sent(request, { adapter: 'plain' })
    expect(fitted).toEqual([
      user,
      request[1],
      {
        role: 'user',
        content: 'Tool results:\n✓ call_1: 图片生成成功。\n  → Image saved: /path/to/image.png\n  → Time: 41250ms\n\n✗ b: timeout',
      },
    ])
    expect(plan.edits.map(({ edit }) => edit.op)).toEqual(['insert', 'drop'])
  })

  test('R0-18 what is no list of results is said as it is, without its binary', () => {
    const request = [user, { role: 'assistant', content: '好的' }, { role: 'tool', content: `saved ${base64(20_480)}` }]
    expect(sent(request, { adapter: 'plain' }).request[2]).toEqual({
      role: 'user',
      content: 'Tool results:\nsaved [LARGE_DATA_FILTERED: 20.0KB]',
    })
  })

  test('a pinned tool message stays as it is', () => {
    const request = [
      user,
      { role: 'assistant', content: '好的' },
      { role: 'tool', content: JSON.stringify([painting(2_000)]), pinned: true },
    ]
    expect(sent(request, { adapter: 'plain' }).request).toEqual(request)
  })

  test.each([
    [
      'R0-03 a screenshot',
      JSON.stringify({ screenshotData: base64(300_000), width: 1920 }),
      '{"screenshotData":"[BINARY_DATA_FILTERED: 293.0KB]","width":1920}',
    ],
    ['R0-03 the pages of a PDF', JSON.stringify({ pdfImages: [base64(2_048)] }), '{"pdfImages":["[BINARY_DATA_FILTERED: 2.0KB]"]}'],
    ['R0-41 base64 in words', `done: ${PNG}${base64(20_480)}.`, 'done: [LARGE_DATA_FILTERED: 20.0KB].'],
    ['base64 in JSON cut short', `[{"imageBase64":"${base64(20_480)}`, '[{"imageBase64":"[LARGE_DATA_FILTERED: 20.0KB]'],
    [
      'R0-47 a result that says more than the lines would',
      '{"toolCallId":"a","success":true,"rows":[1,2]}',
      '{"toolCallId":"a","success":true,"rows":[1,2]}',
    ],
  ])('%s', (_, content, left) => {
    const request = [user, asked('a'), { role: 'tool', tool_call_id: 'a', content }]
    expect(sent(request).request[2]).toEqual({ role: 'tool', tool_call_id: 'a', content: left })
  })

  test.each(['openai-chat', 'plain'] as const)('R0-42 three images of 500 kB in a row leave less than 2 kB: %s', (adapter) => {
    const request = ['a', 'b', 'c'].flatMap((id) => [
      asked(id),
      { role: 'tool', tool_call_id: id, content: JSON.stringify({ ...painting(500_000), toolCallId: id }) },
    ])
    const { request: fitted, plan } = sent([user, ...request], { adapter, window: 4_000 })
    expect(JSON.stringify(fitted).length).toBeLessThan(2_000)
    expect(plan.fits).toBe(true)
  })

  test('R0-06 C-08 native images stay images', () => {
    const image = { type: 'image_url', image_url: { url: PNG + base64(20_000) } }
    const request = [
      { role: 'user', content: [{ type: 'text', text: '看' }, image] },
      asked('a'),
      { role: 'tool', tool_call_id: 'a', content: [image] },
    ]
    expect(sent(request).request).toEqual(request)
  })

  test('R0-06 R0-47 what was filtered can be recalled whole', () => {
    const request = [user, asked('call_1'), { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify(painting(20_000)) }]
    expect(recall(request, 'call_1')?.text).toBe(request[2]?.content)
  })

  test('C-04 the seed’s words are the same in both languages', () => {
    const request = [
      user,
      asked('a'),
      { role: 'tool', tool_call_id: 'a', content: JSON.stringify({ audioData: base64(4_096), ...painting(20_000) }) },
    ]
    expect(sent(request, { locale: 'en' }).request).toEqual(sent(request, { locale: 'zh-CN' }).request)
  })

  test('C-07 sizes in placeholders are characters, tokens come from the one counter', () => {
    const counter = { name: 'letters', counted: 'exact' as const, count: (text: string) => text.length, media: () => 0 }
    const content = `{"screenshotData":"${base64(1_024)}"}`
    const { request, plan } = sent([user, asked('a'), { role: 'tool', tool_call_id: 'a', content }], { counter, window: 9_000 })
    const left = '{"screenshotData":"[BINARY_DATA_FILTERED: 1.0KB]"}'
    expect(request[2]).toMatchObject({ content: left })
    expect(plan.before - plan.after).toBe(content.length - left.length)
    expect(plan.counted).toBe('exact')
  })

  const histories = {
    'stored results': [user, asked('call_1', 'call_2'), stored(painting(20_000), { toolCallId: 'call_2', success: false, error: 'no' })],
    'results as text': [user, asked('call_1'), { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify([painting(20_000)]) }],
    'no call ids': [user, { role: 'assistant', content: 'ok' }, { role: 'tool', content: JSON.stringify([painting(20_000)]) }, user],
    'content parts': [
      user,
      {
        role: 'assistant',
        contentParts: [{ type: 'tool-call', state: 'result', toolCallId: 'a', toolName: 'draw', args: {}, result: painting(20_000) }],
      },
      user,
    ],
  }
  test.each(Object.entries(histories))('every law holds on %s', (_, request) => {
    holdLaws({ format: 'plain', request, options: { preset: presets['adr-002'], window: 50_000 }, legal: true })
  })
})
