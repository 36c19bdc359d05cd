/** Where a text stops being JSON is said by line and column, on every version of Node. */
import { expect, it } from 'vitest'
import { parseJson } from '../../src/cli/json.js'

it.each([
  ['', 'line 1, column 1: unexpected end'],
  ['{"a":1,}', 'line 1, column 8: unexpected "}"'],
  ['{"a" 1}', 'line 1, column 6: unexpected "1"'],
  ["{'a':1}", `line 1, column 2: unexpected "'"`],
  ['[1,\n 2\n 3]', 'line 3, column 2: unexpected "3"'],
  ['[01]', 'line 1, column 3: unexpected "1"'],
  ['[tru]', 'line 1, column 2: unexpected "t"'],
  ['["a\nb"]', 'line 1, column 4: unexpected "\\n"'],
  ['["\\x"]', 'line 1, column 3: unexpected "\\\\"'],
  ['["中文🛠️" 🛠️]', 'line 1, column 10: unexpected "🛠"'],
  ['[[1], {"a": {}}', 'line 1, column 16: unexpected end'],
  ['{} {}', 'line 1, column 4: unexpected "{"'],
  [`["${'long '.repeat(1e6)}" oops]`, 'line 1, column 5000005: unexpected "o"'],
])('%.20s', (text, place) => {
  expect(() => parseJson(text, 'x')).toThrow(`x is not JSON: ${place}`)
})

it('what is JSON is parsed', () => {
  expect(parseJson(' {"a": [1, -2.5e3, true, null, "\\u00e9\\n"]} ', 'x')).toEqual({ a: [1, -2500, true, null, 'é\n'] })
})
