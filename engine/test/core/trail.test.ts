/** Trails: where two histories part, from a handful of marks. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonPrefix, step, trailOf } from '../../src/core/trail.js'
import type { Message } from '../../src/types.js'

const message = (text: string, role: Message['role'] = 'user'): Message => ({
  id: text,
  role,
  parts: [{ kind: 'text', text, id: `${text}.0`, digest: text, tokens: 1 }],
  tokens: 5,
})
/** Rolling digests of messages named by letters; `-` is a dropped one. */
const chainOf = (letters: string) => {
  const chain: string[] = []
  for (const letter of letters) chain.push(step(chain.at(-1) ?? '', letter === '-' ? null : message(letter)))
  return chain
}
const parts = (sent: string, now: string) => commonPrefix(chainOf(now), trailOf(chainOf(sent)))

test('marks stand at the end, one before, then ever further back', () => {
  const places = (length: number) => trailOf(chainOf('x'.repeat(length))).map(([position]) => position)
  expect(places(0)).toEqual([])
  expect(places(1)).toEqual([1])
  expect(places(20)).toEqual([20, 19, 18, 16, 12, 4])
  expect(places(1_000)).toEqual([1000, 999, 998, 996, 992, 984, 968, 936, 872, 744, 488])
})

describe('how much of what was sent stands as it was', () => {
  test.each([
    // sent, now, common prefix
    ['abcdefgh', 'abcdefgh', 8, 'all of it'],
    ['abcdefgh', 'abcdefghijk', 8, 'all of it, and more came'],
    ['abcdefgh', 'abcdefgX', 7, 'the last differs: exact'],
    ['abcdefgh', 'abcdefXX', 6, 'the last two differ: exact'],
    ['abcdefgh', 'abcdeXXX', 4, 'the last three: one less than the truth'],
    ['abcdefgh', 'abXdefgh', 0, 'far back: less than the truth'],
    ['abcdefgh', 'Xbcdefgh', 0, 'the first differs'],
    ['abcdefgh', 'abcdefg', 7, 'the last is gone: exact'],
    ['abcdefgh', 'abc', 0, 'most is gone'],
    ['abcdefgh', '', 0, 'nothing is left'],
    ['', 'abc', 0, 'nothing was sent'],
    ['ab-d', 'ab-d', 4, 'a dropped one leaves no trace'],
    ['abcd', 'ab-d', 2, 'one dropped since'],
    ['abab', 'abXb', 2, 'equal messages at other places do not count'],
  ])('%s, then %s: %i (%s)', (sent, now, expected) => {
    expect(parts(sent, now)).toBe(expected)
  })
})

test('never more than the truth; what changed within the last two is found exactly, further back within twice the distance', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.nat(300), (length, change, growth) => {
      const truth = Math.min(length, change)
      const sent = Array.from({ length }, (_, i) => `m${i}`)
      const now = [...sent.slice(0, truth), ...Array.from({ length: growth }, (_, i) => `n${i}`)]
      const roll = (names: string[]) => names.reduce<string[]>((chain, name) => [...chain, step(chain.at(-1) ?? '', message(name))], [])
      const found = commonPrefix(roll(now), trailOf(roll(sent)))
      const back = length - truth
      expect(found).toBeLessThanOrEqual(truth)
      if (back <= 2) expect(found).toBe(truth)
      expect(length - found).toBeLessThan(Math.max(1, found === 0 ? length + 1 : 2 * back))
    }),
    { numRuns: 200 },
  )
})

test('the role counts, the id and the time do not', () => {
  const said = { ...message('a'), at: 1 }
  expect(step('', { ...said, id: 'other', at: 2 })).toBe(step('', said))
  expect(step('', { ...said, role: 'assistant' })).not.toBe(step('', said))
})
