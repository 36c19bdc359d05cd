/** The guard: for each reason the smallest history and edit that provoke it, and the nearest that does not. */
import { describe, expect, test } from 'vitest'
import { adapters } from '../../src/adapters/index.js'
import { Desk } from '../../src/core/desk.js'
import { rangeDigest, weigh } from '../../src/core/edits.js'
import { refuse } from '../../src/core/guard.js'
import {
  eager,
  emptyLedger,
  plan,
  presets,
  type Adapter,
  type Edit,
  type FitOptions,
  type Pass,
  type Preset,
  type When,
  type Why,
} from '../../src/index.js'
import { estimate } from '../../src/tokens/index.js'
import { read } from '../laws.js'

const LONG = 'some words '.repeat(40)
const said = (id: string, role: string, content: unknown = LONG) => ({ id, role, content })
const call = (id: string, tool = 'read') =>
  said(id, 'assistant', [{ kind: 'call', callId: `call-${id}`, tool, args: { text: `{"path":"${LONG}"}` } }])
const result = (id: string, text = LONG) =>
  said(`${id}-result`, 'tool', [{ kind: 'result', callId: `call-${id}`, body: [{ kind: 'text', text }] }])
/** A question, a call answered and seen, and more words. */
const SEEN = [said('q', 'user'), call('c'), result('c'), said('a', 'assistant'), said('u', 'user')]

const drop = (target: string): Edit => ({ op: 'drop', target, reason: 'test' })
const text = (target: string, words = 'short'): Edit => ({ op: 'replace', target, content: { kind: 'text', text: words }, reason: 'test' })
const stub = (id: string, words = 'short', callId = `call-${id}`): Edit => ({
  op: 'replace',
  target: `${id}-result.0`,
  content: { kind: 'result', callId, tool: 'read', error: false, body: [{ kind: 'text', text: words }] },
  reason: 'test',
})
const stubCall = (id: string, callId = `call-${id}`): Edit => ({
  op: 'replace',
  target: `${id}.0`,
  content: { kind: 'call', callId, tool: 'read', args: { text: '{}' } },
  reason: 'test',
})
const insert = (after: string | null): Edit => ({
  op: 'insert',
  id: 'new',
  after,
  draft: { role: 'user', parts: [{ kind: 'text', text: 'short' }] },
  reason: 'test',
})
const fold = (from: string, to: string, digest = digestOf(SEEN, from, to)): Edit => ({
  op: 'fold',
  point: { id: 'point', from, to, summary: 'short', digest, at: 0 },
  reason: 'test',
})

type Rest = Omit<FitOptions, 'preset'> & Partial<Pick<Preset, 'literal'>> & { when?: When }

/** Why each of these edits, one pass an edit, was refused; null where it was taken. */
function verdicts(messages: unknown, edits: Edit[], { when = 'offer', literal = false, ...options }: Rest = {}): (Why | null)[] {
  const passes = edits.map((edit, i): Pass => ({
    name: `pass-${i}`,
    when,
    *run() {
      yield edit
    },
  }))
  const preset: Preset = { ...presets.safe, passes, schedule: eager, literal }
  const { refused } = plan(messages, { adapter: 'plain', window: 200_000, ...options, preset })
  return edits.map((edit) => refused.find((refusal) => refusal.edit === edit)?.why ?? null)
}

describe('refused', () => {
  test.each<[Why, string, unknown, Edit, Rest?]>([
    ['unknown id', 'a message', SEEN, drop('nobody')],
    ['unknown id', 'a part', SEEN, drop('q.7')],
    ['unknown id', 'a fold that ends before it begins', SEEN, fold('a', 'q', '')],
    ['system', 'dropped', [said('s', 'system'), ...SEEN], drop('s')],
    ['system', 'rewritten', [said('s', 'system'), ...SEEN], text('s.0')],
    ['pinned', 'by the message', [{ ...said('q', 'user'), pinned: true }, ...SEEN.slice(1)], text('q.0')],
    ['pinned', 'by id', SEEN, stub('c'), { pins: ['c-result'] }],
    ['pinned', 'by the id of a part', SEEN, stub('c'), { pins: ['c-result.0'] }],
    ['pinned', 'by call id', SEEN, stub('c'), { pins: ['call-c'] }],
    ['pinned', 'what pins a result pins its round', SEEN, drop('c'), { pins: ['c-result'] }],
    ['pinned', 'inside a fold', SEEN, fold('c', 'a'), { pins: ['c-result'] }],
    ['last words', 'of the user, also when they were answered', [...SEEN, said('z', 'assistant')], drop('u')],
    ['not seen yet', 'A-09 a result, shortened', SEEN.slice(0, 3), stub('c')],
    ['not seen yet', 'A-09 under force', SEEN.slice(0, 3), stub('c'), { when: 'force', window: 200, reserve: 0 }],
    ['not seen yet', 'words of the user', SEEN, text('u.0')],
    ['open', 'the call whose result was not seen', SEEN.slice(0, 3), stubCall('c')],
    ['open', 'its round', SEEN.slice(0, 3), drop('c')],
    ['open', 'words beside a call that is not answered yet', [said('q', 'user'), speaking()], text('c.0')],
    ['void', 'a call that is not answered: repair took it', SEEN.slice(0, 2), stubCall('c')],
    [
      'sealed',
      'thinking, rewritten',
      [said('q', 'user'), thought(true), said('u', 'user')],
      { op: 'replace', target: 't.0', content: { kind: 'thinking', text: '', sealed: false }, reason: 'test' },
    ],
    ['opaque', 'dropped', withOpaque(), drop('o.0')],
    ['opaque', 'rewritten', withOpaque(), text('o.0', '')],
    ['recalled lately', 'what a recall brought', [said('q', 'user'), call('c', 'recall'), result('c'), said('a', 'assistant')], stub('c')],
    ['recalled lately', 'ten rounds long', [said('q', 'user'), call('c', 'recall'), result('c'), ...rounds(9)], stub('c')],
    ['splits a round', 'an insert between call and result', SEEN, insert('c')],
    ['splits a round', 'a result that answers another call', SEEN, stub('c', 'short', 'other')],
    ['splits a round', 'a call under another id', SEEN, stubCall('c', 'other')],
    ['splits a round', 'a result that is none any more', SEEN, text('c-result.0')],
    ['splits a round', 'a fold that begins with a result', SEEN, fold('c-result', 'a')],
    ['splits a round', 'a fold that ends with a call', SEEN, fold('q', 'c')],
    ['saves nothing', 'as long as before', SEEN, stub('c', LONG)],
    ['saves nothing', 'longer', SEEN, text('q.0', LONG + LONG)],
    ['undone by the user', 'a part', SEEN, stub('c'), { ledger: { ...emptyLedger(), undone: ['c-result.0'] } }],
    ['undone by the user', 'its message', SEEN, stub('c'), { ledger: { ...emptyLedger(), undone: ['c-result'] } }],
    ['undone by the user', 'a part, when its round is to go', SEEN, drop('c'), { ledger: { ...emptyLedger(), undone: ['c-result.0'] } }],
    ['void', 'a fold of what has changed', SEEN, fold('c', 'a', 'another digest')],
  ])('%s: %s', (why, _, messages, edit, rest) => {
    expect(verdicts(messages, [edit], rest)).toEqual([why])
  })

  test.each<[Why, string, [Edit, Edit], Rest?]>([
    ['void', 'a message that went before', [drop('c'), drop('c')]],
    ['void', 'a part of a message that went before', [drop('c'), stubCall('c')]],
    ['saves nothing', 'no shorter than what an earlier pass made of it', [stub('c', 'short'), stub('c', 'longer words')]],
    [
      'edited already',
      'a literal preset: the first edit of a target wins',
      [stub('c', 'longer words'), stub('c', 'short')],
      { literal: true },
    ],
  ])('%s: %s', (why, _, edits, rest) => {
    expect(verdicts(SEEN, edits, rest)).toEqual([null, why])
  })

  test('held by the server: nothing is offered, and nothing would be taken', () => {
    const request = {
      context_management: {},
      messages: [
        { role: 'user', content: LONG },
        { role: 'assistant', content: LONG },
      ],
    }
    const [first] = read('anthropic', request).messages
    const edit = drop(first?.id ?? '')
    expect(plan(request, { adapter: 'anthropic', preset: { ...presets.safe, passes: [passOf(edit)], schedule: eager } })).toMatchObject({
      edits: [],
      refused: [],
    })
    const adapter = adapters.anthropic as Adapter
    const { projection } = Desk.claim(emptyLedger(), adapter, estimate, adapter.open(request)).desk
    const planned = weigh(edit, projection.reading, { pass: 'mine', when: 'offer', at: 0 })
    expect(refuse(planned, projection, { pins: new Set(), undone: new Set(), rules: {}, literal: false })).toBe('held by the server')
  })
})

describe('not refused', () => {
  test.each<[string, unknown, Edit, Rest?]>([
    ['an old result, shortened', SEEN, stub('c')],
    ['a result at its arrival, before the model saw it', SEEN.slice(0, 3), stub('c'), { when: 'arrival' }],
    ['an old round', SEEN, drop('c')],
    ['words of the user that are not the last', SEEN, drop('q')],
    ['the arguments of an old call', SEEN, stubCall('c')],
    ['thinking, dropped whole, sealed or not', [said('q', 'user'), thought(true), said('u', 'user')], drop('t.0')],
    [
      'thinking that nobody sealed, rewritten',
      [said('q', 'user'), thought(false), said('u', 'user')],
      { op: 'replace', target: 't.0', content: { kind: 'thinking', text: '', sealed: false }, reason: 'test' },
    ],
    ['what a recall brought eleven rounds ago', [said('q', 'user'), call('c', 'recall'), result('c'), ...rounds(10)], stub('c')],
    ['an insert in front', SEEN, insert(null)],
    ['an insert behind a whole round', SEEN, insert('c-result')],
    ['a fold of whole rounds', SEEN, fold('q', 'a')],
  ])('%s', (_, messages, edit, rest) => {
    expect(verdicts(messages, [edit], rest)).toEqual([null])
  })

  test('what a pass drops in one go: the second message of a round follows the first', () => {
    expect(verdicts(SEEN, [drop('c'), drop('c-result')])).toEqual([null, null])
  })
})

describe('C-13 thinking of the tool turn under way stays where the provider wants it back', () => {
  const thinking = { type: 'thinking', thinking: LONG, signature: 'abc' }
  const use = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
  const answer = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }] }
  const open = [{ role: 'user', content: 'Read it' }, { id: 't', role: 'assistant', content: [thinking, use] }, answer]
  test.each<[string, Why | null, unknown[], string]>([
    ['open: the result has just come', 'open', open, 't.0'],
    [
      'open: the model goes on with a second call',
      'open',
      [
        ...open,
        { role: 'assistant', content: [{ ...use, id: 'toolu_2' }] },
        { role: 'user', content: [{ ...answer.content[0], tool_use_id: 'toolu_2' }] },
      ],
      't.0',
    ],
    [
      'closed: the user has spoken since',
      null,
      [...open, { role: 'assistant', content: 'Read.' }, { role: 'user', content: 'Thanks' }],
      't.0',
    ],
  ])('%s', (_, why, messages, target) => {
    expect(verdicts({ model: 'claude-sonnet-4-5', messages }, [drop(target)], { adapter: 'anthropic' })).toEqual([why])
  })
})

function thought(sealed: boolean) {
  return said('t', 'assistant', [
    { kind: 'thinking', text: LONG, sealed },
    { kind: 'text', text: 'Done.' },
  ])
}

function speaking() {
  return said('c', 'assistant', [{ kind: 'text', text: LONG }, ...(call('c').content as object[])])
}

function withOpaque() {
  return [
    said('q', 'user'),
    said('o', 'assistant', [
      { kind: 'opaque', native: { type: 'future', LONG } },
      { kind: 'text', text: 'Done.' },
    ]),
    said('u', 'user'),
  ]
}

function rounds(count: number) {
  return Array.from({ length: count }, (_, i) => said(`more-${i}`, 'assistant', 'ok'))
}

function passOf(edit: Edit): Pass {
  return {
    name: 'mine',
    when: 'offer',
    *run() {
      yield edit
    },
  }
}

function digestOf(messages: unknown[], from: string, to: string): string {
  const all = read('plain', messages).messages
  const at = (id: string) => all.findIndex((message) => message.id === id)
  return rangeDigest(all.slice(at(from), at(to) + 1))
}
