/** Cutting text: tables of places asked for and places given. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines, cutAfter, cutBefore } from '../../src/core/text.js'
import { broken, pieces } from '../bed/pieces.js'

const RED = '\u001b[31m'
const RGB = '\u001b[38;2;255;255;255;48;2;100;100;100;1;4m'
const LINK = '\u001b]8;;https://example.com/a/long/path/to/a/page\u001b\\'
const TITLE = '\u001b]0;构建 🚢\u0007'

describe('a cut moves out of what it would break', () => {
  test.each([
    // what, text, asked, before, after
    ['plain text', 'abcdef', 3, 3, 3],
    ['before the start', 'abc', -5, 0, 0],
    ['at the start', 'abc', 0, 0, 0],
    ['at the end', 'abc', 3, 3, 3],
    ['past the end', 'abc', 9, 3, 3],
    ['an empty text', '', 1, 0, 0],
    ['Chinese, one unit a character', '请把函数', 2, 2, 2],
    ['inside a surrogate pair', 'a🚢b', 2, 1, 3],
    ['before a surrogate pair', 'a🚢b', 1, 1, 1],
    ['between two pairs', '🚢🚢', 2, 2, 2],
    ['a lone high surrogate breaks no more', 'a\ud83db', 2, 2, 2],
    ['a lone low surrogate breaks no more', 'a\ude00b', 1, 1, 1],
    ['inside \\r\\n', 'a\r\nb', 2, 1, 3],
    ['before \\r\\n', 'a\r\nb', 1, 1, 1],
    ['after \\r\\n', 'a\r\nb', 3, 3, 3],
    ['a lone \\r', 'a\rb', 2, 2, 2],
    ['a blank line', 'a\n\nb', 2, 2, 2],
    ['inside a colour', `ab${RED}cd`, 4, 2, 7],
    ['before a colour', `ab${RED}cd`, 2, 2, 2],
    ['behind a colour', `ab${RED}cd`, 7, 7, 7],
    ['between two colours', `${RED}${RED}`, 5, 5, 5],
    ['a colour at the very start', `${RED}a`, 1, 0, 5],
    ['a colour at the very end', `a${RED}`, 3, 1, 6],
    ['a colour that was cut already', 'a\u001b[3', 3, 1, 4],
    ['a colour of more than 32 characters', `a${RGB}b`, RGB.length, 1, 1 + RGB.length],
    ['a character set, as tput writes it', 'a\u001b(Bb', 3, 1, 4],
    ['a saved cursor', 'a\u001b7b', 2, 1, 3],
    ['a link', `a${LINK}b`, 20, 1, 1 + LINK.length],
    ['inside the end of a link', `a${LINK}b`, LINK.length, 1, 1 + LINK.length],
    ['behind a link', `a${LINK}b`, 1 + LINK.length, 1 + LINK.length, 1 + LINK.length],
    ['a title with a ship in it', `a${TITLE}b`, 8, 1, 1 + TITLE.length],
    ['a title that never ends holds no later line', 'a\u001b]0;x\nb', 6, 6, 6],
    ['an escape before something else', 'a\u001b\nb', 2, 2, 2],
    ['a pair right behind a colour', `${RED}🚢`, 6, 5, 7],
    ['\\r\\n right behind a colour', `${RED}\r\n`, 6, 5, 7],
  ])('%s', (_, text, asked, before, after) => {
    expect([cutBefore(text, asked), cutAfter(text, asked)]).toEqual([before, after])
  })
})

test('no cut of any text leaves a broken pair, sequence or line break that was not there', () => {
  fc.assert(
    fc.property(pieces, fc.nat(200), (text, index) => {
      const at = Math.min(index, text.length)
      const [before, after] = [cutBefore(text, at), cutAfter(text, at)]
      expect(before).toBeLessThanOrEqual(at)
      expect(after).toBeGreaterThanOrEqual(at)
      for (const cut of [before, after]) {
        expect(cutBefore(text, cut)).toBe(cut)
        expect(cutAfter(text, cut)).toBe(cut)
        expect([...broken(text.slice(0, cut)), ...broken(text.slice(cut))]).toEqual([])
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a megabyte without an escape is not searched for one', () => {
  const text = 'x'.repeat(1_000_000)
  let sum = 0
  for (let index = 0; index < text.length; index += 10) sum += cutAfter(text, index) - cutBefore(text, index)
  expect(sum).toBe(0)
})

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['a\nb\n', 2],
  ['a\n\n', 2],
  ['\n', 1],
  ['\n\n', 2],
  ['a\r\nb\r\n', 2],
  ['a\rb', 1],
])('%j has %i lines: a trailing newline is not one', (text, lines) => {
  expect(countLines(text)).toBe(lines)
})
