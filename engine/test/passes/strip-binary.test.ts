/** Stripping binary: what counts as base64 in a text, and what stands there afterwards. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit, presets, type Preset } from '../../src/index.js'
import { findBinary } from '../../src/passes/binary.js'
import { stripBinary } from '../../src/passes/index.js'
import { expand } from '../bed/fillers.js'
import { deepFreeze } from '../bed/frozen.js'
import { random } from '../bed/random.js'

const base64 = (length: number) => expand(`(base64 ${length})`)
const url = (length: number) => base64(length).replaceAll('+', '-').replaceAll('/', '_')
const broken = (length: number, width: number, glue: string) =>
  (base64(length).match(new RegExp(`.{1,${width}}`, 'g')) as string[]).join(glue)
const PNG = 'data:image/png;base64,'

/** The text with each run named: `mime length`. */
const marked = (text: string, minChars = 1_000) => {
  let [out, at] = ['', 0]
  for (const { from, to, mime } of findBinary(text, minChars)) {
    out += `${text.slice(at, from)}<${mime} ${to - from}>`
    at = to
  }
  return out + text.slice(at)
}

describe('found', () => {
  test.each([
    // what, text, text with the runs named
    ['in a JSON string', `{"image":"${base64(2000)}","ok":true}`, '{"image":"<binary 2000>","ok":true}'],
    ['exactly a thousand characters', `a ${base64(1000)} b`, 'a <binary 1000> b'],
    ['padding belongs to it', `(${base64(1998)}==)`, '(<binary 2000>)'],
    ['one padding character', `(${base64(1999)}=)`, '(<binary 2000>)'],
    ['base64url', `token: ${url(2000)}`, 'token: <binary 2000>'],
    ['alone', base64(2000), '<binary 2000>'],
    ['after an equals sign', `IMAGE=${base64(2000)}`, 'IMAGE=<binary 2000>'],
    ['lines of 76', `x:\n${broken(2000, 76, '\n')}\ndone`, 'x:\n<binary 2026>\ndone'],
    ['lines of 64 with \\r\\n', `x:\r\n${broken(2000, 64, '\r\n')}\r\ndone`, 'x:\r\n<binary 2062>\r\ndone'],
    ['lines of 76 with \\n written in JSON', `{"data":"${broken(2000, 76, '\\n')}\\n"}`, '{"data":"<binary 2052>\\n"}'],
    ['lines of 76 with \\r\\n written in JSON', `{"data":"${broken(2000, 76, '\\r\\n')}"}`, '{"data":"<binary 2104>"}'],
    ['lines of 76 in JSON within JSON', `"{\\"data\\":\\"${broken(2000, 76, '\\\\n')}\\"}"`, '"{\\"data\\":\\"<binary 2078>\\"}"'],
    ['full lines, then words', `${broken(1520, 76, '\n')}\nDone in 3 s`, '<binary 1539>\nDone in 3 s'],
    ['full lines, then a longer line', `${broken(1520, 76, '\n')}\n${'x'.repeat(90)}`, `<binary 1539>\n${'x'.repeat(90)}`],
    [
      'full lines, then a certificate ends',
      `${broken(1280, 64, '\n')}\n-----END CERTIFICATE-----`,
      '<binary 1299>\n-----END CERTIFICATE-----',
    ],
    [
      'slashes escaped, as PHP does',
      `"${base64(2000).replaceAll('/', '\\/')}"`,
      `"<binary ${base64(2000).replaceAll('/', '\\/').length}>"`,
    ],
    ['a data URL', `saved ${PNG}${base64(2000)} ok`, 'saved <image/png 2022> ok'],
    ['a data URL of 200 characters', `<img src="${PNG}${base64(178)}">`, '<img src="<image/png 200>">'],
    ['a data URL with parameters', `data:text/plain;charset=utf-8;name=a.txt;base64,${base64(300)}.`, '<text/plain 348>.'],
    ['a data URL with a file name in it', `data:image/png;name=my%20ship.png;base64,${base64(300)}.`, '<image/png 341>.'],
    ['a data URL without a type', `data:;base64,${base64(300)}.`, '<binary 313>.'],
    ['a data URL without a type, with a parameter', `data:;charset=utf-8;base64,${base64(300)}.`, '<binary 327>.'],
    ['a data URL of plain letters', `${PNG}${'A'.repeat(300)}`, '<image/png 322>'],
    ['several', `a ${base64(1500)} b ${PNG}${base64(300)}, ${base64(1200)}== c`, 'a <binary 1500> b <image/png 322>, <binary 1202> c'],
    ['one behind the other', `${base64(1500)}==${base64(1200)}`, '<binary 1502><binary 1200>'],
  ])('%s', (_, text, expected) => {
    expect(marked(text)).toBe(expected)
  })
})

describe('left alone', () => {
  const dice = random(1)
  const chars = (alphabet: string, count: number) => Array.from({ length: count }, () => dice.pick([...alphabet])).join('')
  const many = (count: number, line: () => string, glue = '\n') => Array.from({ length: count }, line).join(glue)
  const letters = 'abcdefghijklmnopqrstuvwxyz'

  test.each([
    ['12,000 plain letters', chars(letters, 12_000)],
    ['12,000 letters of both cases', chars(letters + letters.toUpperCase(), 12_000)],
    ['300 hex hashes, a line each', many(300, () => chars('0123456789abcdef', 64))],
    ['300 sha256 hashes in base64', many(300, () => `${chars(base64(64), 43)}=`)],
    ['300 sha512 hashes in base64', many(300, () => `sha512-${chars(base64(64), 86)}==`)],
    ['300 UUIDs', many(300, () => '3f2504e0-4f89-11d3-9a0c-0305e82c3301')],
    ['a minified script', many(500, () => `var ${chars(letters, 2)}=function(e,t){return e.${chars(letters, 8)}(t||{},0x1F)}`, ';')],
    ['camelCase identifiers', many(300, () => 'getUserAccountById2AndReturnItsOwner', ', ')],
    ['one identifier of a thousand letters and few digits', 'someVeryLongNameOf'.repeat(70) + '12'],
    ['long paths', many(100, () => '/usr/local/lib/node_modules/@types/node/v20/some/Deep/Folder1/index')],
    ['a path of two thousand characters', '/node_modules/some-package/Lib'.repeat(70)],
    ['a rule across the page', many(60, () => '-'.repeat(80))],
    ['an icon in a style sheet', `.a{background:url(${PNG}${base64(177)})}`],
    ['999 characters of base64', base64(999)],
    ['base64 with a line break in every word', broken(2000, 40, '\n')],
    ['Chinese', '请把第二个函数改成异步的，然后运行测试。'.repeat(200)],
    ['a style sheet', '.Button2-primary{color:#FF00AA;margin:0 4px}\n'.repeat(200)],
    ['numbers', many(2_000, () => chars('0123456789', 8))],
    ['a data URL that is not base64', `data:image/svg+xml;utf8,${'<svg/>'.repeat(100)}`],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(marked(text)).toBe(text)
  })
})

describe('for any text', () => {
  const piece = fc.oneof(
    fc.constantFrom('saved ', '", "', '\n', '=', ',', '\\n', '\\', PNG, 'data:', ';base64,', '🚢', '文件', 'error: ', '\r\n'),
    fc.integer({ min: 1, max: 1_500 }).map(base64),
    fc.integer({ min: 100, max: 1_500 }).map((length) => broken(length, 76, '\n')),
    fc.nat(1_500).map((length) => 'word'.repeat(length / 4)),
  )
  const texts = fc.array(piece, { maxLength: 20 }).map((list) => list.join(''))
  const minimum = fc.constantFrom(1, 100, 1_000)

  test('runs lie in order, apart, and are as long as was asked', () => {
    fc.assert(
      fc.property(texts, minimum, (text, minChars) => {
        let last = 0
        for (const { from, to } of findBinary(text, minChars)) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to - from).toBeGreaterThanOrEqual(Math.min(minChars, 200))
          expect(to).toBeLessThanOrEqual(text.length)
          last = to
        }
      }),
      { numRuns: 500 },
    )
  })

  test('never longer, twice is once, and what stands outside the runs is unchanged', () => {
    fc.assert(
      fc.property(texts, minimum, (text, minChars) => {
        const out = stripped(text, minChars)
        expect(out.length).toBeLessThanOrEqual(text.length)
        expect(stripped(out, minChars)).toBe(out)
        const outside = out.split(/\[[\w/+.-]+ left out: [\d.]+KB; id \w+\.0\]/)
        let at = 0
        for (const kept of outside) {
          expect(text.indexOf(kept, at)).toBeGreaterThanOrEqual(at)
          at = text.indexOf(kept, at) + kept.length
        }
        if (outside.length > 1)
          expect([text.startsWith(outside[0] as string), text.endsWith(outside.at(-1) as string)]).toEqual([true, true])
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['commas', ',A'],
    ['beginnings of data URLs', 'data:image/png;base64,'],
    ['data URLs without an end', 'data:;a=b'],
    ['full lines', `${base64(76)}\n`],
    ['lines of two lengths', `${base64(76)}\n${base64(75)}\n`],
    ['backslashes', '\\'],
    ['padding', 'a='],
    ['plain letters', 'aB3'],
  ])('two megabytes of %s are read once', (_, unit) => {
    const text = unit.repeat(2_000_000 / unit.length)
    expect(marked(text).length).toBeLessThanOrEqual(text.length)
  })
})

describe('the pass', () => {
  const shot = (content: unknown) => [
    { role: 'user', content: 'Draw a ship' },
    { role: 'assistant', tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'draw', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'call_a', content },
  ]
  const sent = (request: { [key: string]: unknown }[], locale: 'en' | 'zh-CN' = 'en') =>
    fit(request, { preset, locale, adapter: 'plain' }).request

  test('R0-41 names what was there, its size and its id', () => {
    expect(sent(shot(`saved ${PNG}${base64(2000)} ok`))[2]?.content).toBe('saved [image/png left out: 2.0KB; id tool:call_a.0] ok')
    expect(sent(shot(`saved ${base64(2048)} ok`), 'zh-CN')[2]?.content).toBe('saved [已省略 binary：2.0KB；id tool:call_a.0] ok')
  })

  test('R0-07 R0-12 looks into nested values, keeps all others, writes to none', () => {
    const value = {
      ok: true,
      path: 'ship.png',
      pages: [
        { n: 1, image: base64(2048) },
        { n: 2, image: null },
      ],
      tags: ['a', 'b'],
    }
    const [, , message] = sent(deepFreeze(shot([{ kind: 'data', value }])))
    expect(message?.content).toEqual([
      {
        kind: 'data',
        value: {
          ...value,
          pages: [
            { n: 1, image: '[binary left out: 2.0KB; id tool:call_a.0]' },
            { n: 2, image: null },
          ],
        },
      },
    ])
  })

  test.each([
    [
      'system',
      [
        { role: 'system', content: base64(2048) },
        { role: 'user', content: 'Hi' },
      ],
    ],
    [
      'assistant',
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: base64(2048) },
      ],
    ],
    ['user, as an image', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PNG + base64(2048) } }] }]],
  ])('what stands in a message of the %s stays', (_, request) => {
    expect(sent(request)).toEqual(request)
  })

  test('R0-42 three images in a row take no more room than their names', () => {
    const request = ['a', 'b', 'c'].flatMap((id) => [
      { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'draw', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: id, content: JSON.stringify({ imagePath: 'ship.png', imageBase64: base64(400_000) }) },
    ])
    const { plan } = fit([{ role: 'user', content: 'Draw' }, ...request], { preset, window: 2_000 })
    expect(plan.before).toBeGreaterThan(300_000)
    expect(plan.after).toBeLessThan(200)
  })
})

const preset: Preset = { ...presets.safe, passes: [stripBinary()] }

function stripped(text: string, minChars: number): string {
  const only: Preset = { ...presets.safe, passes: [stripBinary({ minChars })] }
  return (fit([{ role: 'user', content: text }], { preset: only, window: 10_000_000 }).request[0] as { content: string }).content
}
