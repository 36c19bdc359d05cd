/** A stored summary stands in for a range: sent instead of it, void when the range changed. */
import { describe, expect, test } from 'vitest'
import { rangeDigest } from '../../src/core/edits.js'
import { eager, fit, plan, presets, recall, undo, type CompactionPoint, type Pass, type Preset } from '../../src/index.js'
import { FORMATS, type Format } from '../bed/natives.js'
import { fromNative, parse, print, toNative } from '../bed/notation.js'
import { holdLaws, messagesOf, read } from '../laws.js'

const INPUT = parse(`
user       Fix the build
assistant  call a read {"path":"x.ts"}
result a   (900 chars)
assistant  It is the import.
user       Mend it
assistant  call b edit {"path":"x.ts"}
result b   done
assistant  Mended.
user       Thanks
`)

/** Yields a fold of the range for every point it is given. */
const folding: Pass = {
  name: 'fold',
  when: 'offer',
  *run(_, { points }) {
    for (const point of points) yield { op: 'fold', point, reason: 'summarised' }
  },
}
const preset: Preset = { ...presets.safe, name: 'folding', passes: [folding], schedule: eager }

function pointOver(format: Format, request: unknown, from: number, to: number): CompactionPoint {
  const { messages } = read(format, request)
  const range = messages.slice(from, to + 1)
  const ends = { from: range[0]?.id ?? '', to: range.at(-1)?.id ?? '' }
  return { id: 'point_1', ...ends, summary: 'The import in x.ts was wrong.', digest: rangeDigest(range), at: 1 }
}

describe.each(FORMATS)('%s', (format) => {
  const request = toNative(format, INPUT)
  const point = pointOver(format, request, 1, 3)
  const options = { preset, window: 200_000, points: [point] }

  test('the summary stands where the range stood', () => {
    const { request: sent } = fit(request, { ...options, adapter: format })
    // pi wants a time on every message; a summary's is the beginning of time.
    expect(print(fromNative(format, sent)).replace(/ @-\d+h/g, '')).toBe(
      print(
        parse(`
user       Fix the build
user       The import in x.ts was wrong.
user       Mend it
assistant  call b edit {"path":"x.ts"}
result b   done
assistant  Mended.
user       Thanks
`),
      ),
    )
  })

  test('all laws hold', () => holdLaws({ format, request, options, legal: true }))

  test('the originals can be recalled, and undo brings them back', () => {
    const { ledger } = fit(request, { ...options, adapter: format })
    expect(recall(request, point.from, {}, { adapter: format })?.native).toBe(messagesOf(request)[1])
    const again = fit(request, { ...options, points: [], adapter: format, ledger: undo(ledger, 'point_1') })
    expect(JSON.stringify(again.request)).toBe(JSON.stringify(request))
  })

  test.each([
    ['an edit inside its range', INPUT.with(2, { ...INPUT[2]!, content: 'other' }), 'void'],
    ['a message of its range deleted', INPUT.toSpliced(3, 1), 'unknown id'],
  ])('%s voids it', (_, changed, why) => {
    const edited = toNative(format, changed)
    const { ledger } = fit(request, { ...options, adapter: format })
    const { plan: drawn, request: sent, ledger: after } = fit(edited, { ...options, adapter: format, ledger })
    expect(JSON.stringify(sent)).toBe(JSON.stringify(edited))
    expect(drawn.refused.map((refusal) => refusal.why)).toEqual([why])
    if (why === 'void') expect(after.taken).toEqual([])
  })

  test.each([
    ['begins inside a round', 2, 4, 'splits a round'],
    ['ends inside a round', 0, 5, 'splits a round'],
    ['takes what the model has not seen', 3, 8, 'not seen yet'],
  ])('a fold that %s is refused', (_, from, to, why) => {
    const { refused } = plan(request, { ...options, points: [pointOver(format, request, from, to)], adapter: format })
    expect(refused.map((refusal) => refusal.why)).toEqual([why])
  })
})
