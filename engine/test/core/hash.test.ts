/** The hash: frozen values, because ids and ledgers are kept on disks, and how well it spreads. */
import { describe, expect, test } from 'vitest'
import { hash } from '../../src/core/hash.js'
import { random } from '../bed/random.js'

test.each([
  ['', 0, '6f6quqv13kql3'],
  ['a', 0, 'k6n03c0ho8k36'],
  ['b', 0, '35et6q1rkms68'],
  ['ab', 0, 'vlkh9ubln7s26'],
  ['ba', 0, 'vt938bgf24bob'],
  ['abc', 0, 'bpd7c7ndussma'],
  ['a\0', 0, '0vgdhuhs426s9'],
  ['\0a', 0, 'ebijs3k2juhh9'],
  ['Fix the build', 0, 'gcgqkmr0k8j39'],
  ['Fix the build', 1, 'fi0f62mh42on9'],
  ['Fix the build', 6, '5h9sr27dseq2b'],
  ['请把第二个函数改成异步的', 0, 'g3taj2g98h1e2'],
  ['🚢', 0, '8q30qudc5bm5a'],
  ['\ud83d', 0, 'ehlimkdqaeqg7'],
  ['\ude00\ud83d', 0, 'nu57i87i1ve19'],
])('%j with seed %i never changes', (text, seed, expected) => {
  expect(hash(text, seed)).toBe(expected)
})

test.each([
  [1_000, 'h6eqt63koeugc'],
  [1_001, 'fe5t2v3sk0iqf'],
])('nor does that of %i times the letter x', (count, expected) => {
  expect(hash('x'.repeat(count))).toBe(expected)
})

const dice = random(3)
const UNITS = ['a', 'b', '0', ' ', '\n', '{', '"', 'é', '文', '\ud83d', '\udea2', '\0', '\uffff']
const BASE = 'The quick brown fox jumps over the lazy dog, then reads {"path":"src/a.ts"}'
const put = (text: string, at: number, unit: string) => text.slice(0, at) + unit + text.slice(at + 1)

/** 200,000 texts that differ as little as texts can. */
const families: { [name: string]: () => Generator<string> } = {
  *counters() {
    for (let i = 0; i < 60_000; i++) yield `line ${i}`
  },
  *'one character different'() {
    for (let at = 0; at < BASE.length; at++) for (let code = 0; code < 800; code++) yield put(BASE, at, String.fromCharCode(code * 81))
  },
  *'two characters swapped'() {
    const text = Array.from({ length: 260 }, (_, i) => String.fromCharCode(256 + i)).join('')
    for (let a = 0; a < text.length; a++)
      for (let b = a + 1; b < text.length; b++) yield put(put(text, a, text[b] as string), b, text[a] as string)
  },
  *'short texts of odd units'() {
    for (const a of UNITS) for (const b of UNITS) for (const c of UNITS) for (const d of UNITS) yield a + b + c + d
  },
  *'one unit repeated'() {
    for (const unit of UNITS) for (let count = 1; count < 1_000; count++) yield unit.repeat(count)
  },
  *chance() {
    for (let i = 0; i < 30_000; i++) yield Array.from({ length: dice.int(5, 40) }, () => dice.pick(UNITS)).join('')
  },
}

describe('200,000 texts, no two with the same hash, nor the same first ten characters, which make an id', () => {
  const all = new Set(Object.values(families).flatMap((family) => [...family()]))
  const hashes = [...all].map((text) => hash(text))

  test('there are so many', () => {
    expect(all.size).toBeGreaterThan(200_000)
  })

  test('no two alike', () => {
    expect(new Set(hashes).size).toBe(all.size)
    expect(new Set(hashes.map((each) => each.slice(0, 10))).size).toBe(all.size)
  })

  test.each(Object.keys(families))('every digit is as frequent as the next at every place: %s', (name) => {
    const made = [...new Set((families[name] as () => Generator<string>)())].map((text) => hash(text))
    const expected = made.length / 32
    // Six standard deviations: chance alone does that once in a hundred million digits.
    const slack = 6 * Math.sqrt(expected)
    for (let place = 0; place < 12; place++) {
      const counts = tally(made.map((each) => each[place] as string))
      expect(counts).toHaveLength(32)
      expect(Math.max(...counts)).toBeLessThan(expected + slack)
      expect(Math.min(...counts)).toBeGreaterThan(expected - slack)
    }
  })
})

test('another seed is another hash: a text, a thought and a call that read the same do not meet', () => {
  expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map((seed) => hash('Fix the build', seed))).size).toBe(8)
})

test('thirteen characters, 0-9 and a-v, whatever the text', () => {
  for (const unit of UNITS) expect(hash(unit)).toMatch(/^[0-9a-v]{13}$/)
})

function tally(digits: readonly string[]): number[] {
  const seen = new Map<string, number>()
  for (const digit of digits) seen.set(digit, (seen.get(digit) ?? 0) + 1)
  return [...seen.values()]
}
