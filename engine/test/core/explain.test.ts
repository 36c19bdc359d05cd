/** The receipt: two whole ones, and the lines that others have. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RECEIPT } from '../../src/core/receipt-words.js'
import { emptyLedger, explain, fit, plan, presets, priced, type FitOptions, type Plan, type Preset } from '../../src/index.js'
import { elide, limitOutput } from '../../src/passes/index.js'
import { parse, toNative } from '../bed/notation.js'
import { perCharacter } from '../bed/counters.js'

const preset: Preset = {
  ...presets.safe,
  name: 'mine',
  passes: [limitOutput({ maxLines: 20 }), elide({ keep: 1 })],
  schedule: priced({ worthwhile: 100 }),
}
const options: FitOptions = { adapter: 'openai-chat', preset, counter: perCharacter, window: 20_000, reserve: 4_000, pins: ['call_c'] }
const messages = toNative(
  'openai-chat',
  parse(`
user            Fix the build
assistant       call call_a read {"path":"src/a.ts"}
result call_a   (2000 chars)
assistant       call call_b search {"query":"a ship"}
result call_b   (3000 chars)
assistant       call call_c read {"path":"src/c.ts"}
result call_c   (1000 chars)
assistant       call call_d bash {"command":"npm test"}
result call_d   (60 lines)
`),
) as unknown[]

/** The second call, two hours after the first one, which was sent all but the last round. */
const drawn = (): Plan => {
  const before = fit({ model: 'gpt-5', messages: messages.slice(0, -2) }, { ...options, preset: { ...preset, passes: [] }, now: 0 })
  return plan({ model: 'gpt-5', messages }, { ...options, ledger: before.ledger, now: 7_200_001 })
}

test('a whole receipt in English', () => {
  expect(explain(drawn())).toBe(`Preset mine, gpt-5: a window of 20,000 tokens less 4,000 for the answer leaves 16,000.

History: 6,671 tokens (counted exactly)
Sent:    1,509 tokens, -5,162 (-77.4 %)

limit-output: 1 edit, -270 tokens
  result bash "npm test": 475 -> 205, long output (tool:call_d.0)

elide: 2 edits, -4,892 tokens
  result search "a ship": 3,005 -> 59, old tool result (tool:call_b.0)
  result read "src/a.ts": 2,005 -> 59, old tool result (tool:call_a.0)

Left as it is, because it
  is pinned: 1

Everything left out can be brought back: loadline recall ID FILE.

The cache has gone cold since the last call: rewriting cost nothing extra.`)
})

test('the same in Chinese', () => {
  expect(explain(drawn(), { locale: 'zh-CN' })).toBe(`预设 mine，gpt-5：窗口 20,000 tokens，为回答预留 4,000，余 16,000。

历史： 6,671 tokens (精确计数)
发送： 1,509 tokens, -5,162 (-77.4 %)

limit-output: 1 处修改, -270 tokens
  result bash "npm test": 475 -> 205, 输出过长 (tool:call_d.0)

elide: 2 处修改, -4,892 tokens
  result search "a ship": 3,005 -> 59, 旧的工具结果 (tool:call_b.0)
  result read "src/a.ts": 2,005 -> 59, 旧的工具结果 (tool:call_a.0)

保持原样，因为它
  已固定: 1

省略的内容都可以取回：loadline recall ID FILE。

上次调用后缓存已失效：改写没有额外代价。`)
})

describe('other lines', () => {
  const base = (): Plan => ({ ...drawn(), edits: [], refused: [], before: 100, after: 100 })
  const point = { id: 'point_1', from: 'a', to: 'b', summary: '', digest: '', at: 0 }
  test.each<[string, Partial<Plan>, string[]]>([
    ['nothing was edited', {}, ['History: 100 tokens (counted exactly)', 'Sent:    100 tokens', 'Nothing was left out.']],
    ['estimated', { counted: 'estimated' }, ['History: 100 tokens (estimated)']],
    ['calibrated', { counted: 'calibrated' }, ['History: 100 tokens (calibrated on reported usage)']],
    ['repair may add', { after: 105 }, ['Sent:    105 tokens, +5 (+5 %)']],
    [
      'no model known: the provider',
      { envelope: { ...drawn().envelope, model: '' } },
      ['Preset mine, openai: a window of 20,000 tokens less 4,000 for the answer leaves 16,000.'],
    ],
    [
      'does not fit',
      { fits: false, floor: { total: 30_000, system: 1_000, tools: 0, pinned: 0, lastTurn: 29_000 } },
      ['Does not fit: the least this request can be is 30,000 tokens (system 1,000, last turn 29,000)'],
    ],
    [
      'a summary is wanted',
      { wants: [{ op: 'want', from: 'a', to: 'b', maxTokens: 500, reason: 'old rounds' }] },
      ['A summary is wanted: a .. b, old rounds'],
    ],
    [
      'a fold is called by its point',
      { edits: [{ ...edited(100, 4), edit: { op: 'fold', point, reason: 'summarised' }, what: 'a .. b' }] },
      ['  a .. b: 100 -> 4, summarised (point_1)'],
    ],
    ['the first call', { first: true, cold: true }, ['This is the first call of its ledger: all of it is new to the cache.']],
    ['hot and grown', { cold: false, firstChange: null }, ['The request only grew: what the provider has cached stays valid.']],
    [
      'hot and rewritten',
      { cold: false, firstChange: 'm7' },
      ['The cache is rewritten from m7 on, the first message that differs from the last request.'],
    ],
    [
      'held by the provider',
      { envelope: { ...drawn().envelope, heldByServer: true } },
      ['The provider holds this history: it is only observed.'],
    ],
  ])('%s', (_, given, expected) => {
    const lines = explain({ ...base(), ...given }).split('\n')
    for (const line of expected) expect(lines).toContain(line)
  })

  test('of each pass the edits that saved most, and how many more', () => {
    const edits = [10, 40, 20, 30].map((tokens) => edited(tokens, 1))
    const lines = explain({ ...base(), edits }, { most: 2 }).split('\n')
    expect(lines.slice(lines.indexOf('p: 4 edits, -96 tokens'))).toEqual([
      'p: 4 edits, -96 tokens',
      '  m40: 40 -> 1, old (m40)',
      '  m30: 30 -> 1, old (m30)',
      '  and 2 more',
      '',
      'Everything left out can be brought back: loadline recall ID FILE.',
      '',
      'The cache has gone cold since the last call: rewriting cost nothing extra.',
    ])
  })

  test('where repair alone acted, recall is not promised', () => {
    const mended = plan(
      [
        { role: 'user', content: 'Hi' },
        { role: 'tool', tool_call_id: 'lost', content: 'x' },
      ],
      { ledger: emptyLedger() },
    )
    expect(explain(mended)).toContain('result without call (tool:lost)')
    expect(explain(mended)).not.toContain('brought back')
  })
})

test('every reason our own sources give has its Chinese words', () => {
  const folder = new URL('../../src/', import.meta.url)
  const sources = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
  const reasons = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\breason(?::| =) '([^']+)'/g)].map(([, reason]) => reason as string),
  )
  expect(reasons.length).toBeGreaterThan(5)
  expect(reasons.filter((reason) => !(reason in RECEIPT['zh-CN'].reasons))).toEqual([])
})

function edited(before: number, after: number): Plan['edits'][number] {
  return {
    edit: { op: 'drop', target: `m${before}`, reason: 'old' },
    pass: 'p',
    when: 'offer',
    what: `m${before}`,
    digest: '',
    before,
    after,
    at: 0,
  }
}
