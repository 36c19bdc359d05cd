/** Ids: how messages and parts are called, and that they keep their names. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hash } from '../../src/core/hash.js'
import { FORMATS, requestOf, type Format } from '../bed/natives.js'
import { makeStory } from '../bed/story.js'
import { messagesOf, read, withMessages } from '../laws.js'

const idsOf = (messages: unknown[], format: Format = 'openai-chat') => read(format, messages).messages.map(({ id }) => id)
const partsOf = (messages: unknown[], format: Format = 'openai-chat') =>
  read(format, messages).messages.flatMap(({ parts }) => parts.map(({ id }) => id))

const user = (content: unknown, rest = {}) => ({ role: 'user', content, ...rest })
const named = (id: string) => user('Hi', { id })
const called = (id: string, rest = {}) => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'ls', arguments: '{}' } }],
  ...rest,
})
const answered = (id: string, content = 'done') => ({ role: 'tool', tool_call_id: id, content })
/** What a message of the user's with this text is called. */
const HI = 'qpvbp970ts'

describe('names', () => {
  test.each([
    ['the native id, as it is', [named('msg_1'), named('7')], ['msg_1', '7']],
    ['else role and call id', [called('call_a'), answered('call_a')], ['assistant:call_a', 'tool:call_a']],
    [
      'of several calls the first',
      [{ role: 'assistant', content: 'I look.', tool_calls: [...called('call_a').tool_calls, ...called('call_b').tool_calls] }],
      ['assistant:call_a'],
    ],
    ['at least eight characters', [called('a'), answered('a')], ['assistant:a', 'tool:a__']],
    ['else a hash of role and content: it never changes', [user('Hi')], [HI]],
    ['ordinals among equals', [user('Hi'), user('Hi'), user('Hi')], [HI, `${HI}~2`, `${HI}~3`]],
    ['an empty id is none', [user('Hi', { id: '' })], [HI]],
    [
      'a call id used again',
      [called('a'), answered('a'), called('a'), answered('a')],
      ['assistant:a', 'tool:a__', 'assistant:a~2', 'tool:a__~2'],
    ],
    ['a native id used again', [named('x'), named('x')], ['x', 'x~2']],
    ['a native id that looks like an ordinal', [named('x~2'), named('x'), named('x')], ['x~2', 'x', 'x~3']],
    ['a native id that looks like an ordinal, later', [named('x'), named('x'), named('x~2')], ['x', 'x~2', 'x~2~2']],
  ])('%s', (_, messages, expected) => {
    expect(idsOf(messages)).toEqual(expected)
  })

  test('a part is called by its message and its place', () => {
    expect(partsOf([{ ...called('call_b', { id: 'm' }), content: 'I look.' }])).toEqual(['m.0', 'm.1'])
  })

  test('other role, other name', () => {
    expect(idsOf([{ role: 'assistant', content: 'Hi' }])).not.toEqual([HI])
  })
})

describe('a message called like a part of another: no id means two things', () => {
  test.each([
    ['after it', [named('a'), named('a.0')], ['a', 'a.0~2']],
    ['before it', [named('a.0'), named('a')], ['a.0', 'a~2']],
    ['like a part it does not have', [named('a'), named('a.1')], ['a', 'a.1']],
    ['between two', [named('a.0'), named('a'), named('a.0')], ['a.0', 'a~2', 'a.0~2']],
    ['nested', [named('a'), named('a.0'), named('a.0.0')], ['a', 'a.0~2', 'a.0.0']],
  ])('%s', (_, messages, expected) => {
    expect(idsOf(messages)).toEqual(expected)
    const all = [...idsOf(messages), ...partsOf(messages)]
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the same name for what says the same', () => {
  const png = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
  test.each([
    ['a string and one text block', user('Hi'), user([{ type: 'text', text: 'Hi' }])],
    [
      'with and without a cache marker',
      user([{ type: 'text', text: 'Hi' }]),
      user([{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }]),
    ],
    ['a cache marker on a picture', user([png]), user([{ ...png, cache_control: { type: 'ephemeral' } }])],
    [
      'a cache marker on something unknown',
      user([{ type: 'future', x: 1 }]),
      user([{ type: 'future', x: 1, cache_control: { type: 'ephemeral' } }]),
    ],
    ['at another time', user('Hi', { timestamp: 1 }), user('Hi', { timestamp: 2 })],
    ['pinned or not', user('Hi'), user('Hi', { pinned: true })],
  ])('%s', (_, one, other) => {
    expect(idsOf([one])).toEqual(idsOf([other]))
  })

  test.each([
    ['another text', user('Hi'), user('Hi!')],
    [
      'two blocks with the same text together',
      user('Hi'),
      user([
        { type: 'text', text: 'H' },
        { type: 'text', text: 'i' },
      ]),
    ],
    ['another picture', user([png]), user([{ ...png, image_url: { url: 'data:image/png;base64,AAAB' } }])],
  ])('not for %s', (_, one, other) => {
    expect(idsOf([one])).not.toEqual(idsOf([other]))
  })
})

describe.each(FORMATS)('%s', (format) => {
  test('names are unique, long enough where we made them, and stay when the history grows', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const request = requestOf(format, makeStory(seed))
        const all = messagesOf(request)
        const { messages, natives } = read(format, request)
        const ids = messages.map(({ id }) => id)
        const parts = messages.flatMap((message) => message.parts.map(({ id }) => id))
        expect(new Set([...ids, ...parts]).size).toBe(ids.length + parts.length)
        ids.forEach((id, at) => {
          // An adapter may hand over several natives as one.
          const [native] = [natives[at]].flat() as { id?: string }[]
          if (!native?.id) expect(id.length).toBeGreaterThanOrEqual(8)
        })
        const half = read(format, withMessages(request, all.slice(0, all.length >> 1)))
        // The last one may be the first half of what an adapter hands over as one.
        const settled = half.messages.slice(0, -1).map(({ id }) => id)
        expect(settled).toEqual(ids.slice(0, settled.length))
      }),
      { numRuns: 100 },
    )
  })
})

test('ids made of hashes are on disks: their first ten characters, of the role and the digests of the parts', () => {
  expect(HI).toBe(hash(`user${hash('Hi', 1)}`).slice(0, 10))
})

test.each([
  [{ kind: 'text', text: 'Hi' }, 'aadm5vbu37uv6'],
  [{ kind: 'thinking', text: 'Hi', sealed: true }, 'pdnmdelp5lmm3'],
  [{ kind: 'data', value: { a: [1, 'x', null] } }, 'ta3mc4jv4o3ff'],
  [{ kind: 'media', mime: 'image/png', bytes: 3, source: 'AAAA' }, 'hb6rlu1rvl30b'],
  [{ kind: 'call', callId: 'c1', tool: 'ls', args: { text: '{}', value: {} } }, '7cf8oe19dkmf6'],
  [{ kind: 'result', callId: 'c1', tool: 'ls', body: [{ kind: 'text', text: 'Hi' }], error: false }, '4ovd4bn6uifq7'],
  [{ kind: 'result', callId: 'c1', tool: 'ls', body: [{ kind: 'text', text: 'Hi' }], error: true }, 'lr9q2pct1270f'],
  [{ kind: 'opaque', native: { type: 'future' } }, 'i4d930d3ukr6e'],
])('digests are on disks too: %j', (part, digest) => {
  expect(read('plain', [{ role: 'assistant', content: [part] }]).messages[0]?.parts[0]?.digest).toBe(digest)
})
