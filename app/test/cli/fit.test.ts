/** `loadline fit` on requests that are fine: the same shape out, only smaller. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { history, jsonLines, resultText } from './history.js'
import { folder, inProcess, loadline, start } from './loadline.js'

const roomy = ['fit', '--window', '128000', '--now', '1000']
const tight = ['fit', '--window', '8000', '--now', '1000']
const messages = history(12)

describe('what fits comes out as it was', () => {
  const odd = '[{"z":1,"role":"user","content":"修好 🛠️ \\ud800","a":{"10":1,"9":2},"n":1e2}]'
  const body = { temperature: 0.5, messages: history(1), model: 'gpt-5', max_tokens: 1000, tools: [], unknown: { kept: true } }
  const header = '{ "session": "s",  "format":1 }'

  it.each([
    ['a list', JSON.stringify(messages), `${JSON.stringify(messages)}\n`],
    ['an empty list', '[]', '[]\n'],
    ['unknown fields, key order, emoji, lone surrogates', odd, `${JSON.stringify(JSON.parse(odd))}\n`],
    ['a body, over several lines', JSON.stringify(body, null, 2), `${JSON.stringify(body)}\n`],
    ['a transcript', jsonLines(messages), jsonLines(messages)],
    ['a transcript with a header', `${header}\n${jsonLines(messages)}`, `${header}\n${jsonLines(messages)}`],
    ['a transcript of one message', '{"role":"user","content":"hi"}', '{"role":"user","content":"hi"}\n'],
    [
      'a transcript with a byte order mark, CRLF, blank lines and no newline at the end',
      `\ufeff${header}\r\n\r\n${jsonLines(messages).replaceAll('\n', '\r\n').trimEnd()}`,
      `${header}\n${jsonLines(messages)}`,
    ],
  ])('%s', async (_, stdin, out) => {
    expect(await inProcess(roomy, { stdin })).toMatchObject({ code: 0, out, err: '' })
  })
})

describe.concurrent('what does not fit is made to', () => {
  it('a transcript keeps its header and stays one message a line', async () => {
    const { code, out, err } = await loadline([...tight, '-'], { stdin: `{"session":"s"}\n${jsonLines(messages)}` })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [header, ...lines] = out.trimEnd().split('\n')
    expect(header).toBe('{"session":"s"}')
    const sent = lines.map((line) => JSON.parse(line))
    expect(sent[0]).toEqual(messages[0])
    expect(sent.at(-1)).toEqual(messages.at(-1))
    expect(out.length).toBeLessThan(jsonLines(messages).length)
  })

  it('the plan holds every edit', async () => {
    const file = join(folder(), 'plan.json')
    const { code } = await loadline([...tight, '--plan', file], { stdin: JSON.stringify(messages) })
    const plan = JSON.parse(readFileSync(file, 'utf8'))
    expect(code).toBe(0)
    expect(plan).toMatchObject({ preset: 'safe', fits: true, budget: { window: 8000, reserve: 4000, limit: 4000 } })
    expect(plan.edits.length).toBeGreaterThan(0)
    expect(plan.edits[0]).toMatchObject({ edit: { op: 'replace', reason: 'old tool result' }, pass: 'elide' })
    expect(plan.after).toBe(plan.edits.reduce((sum: number, { before, after }: typeof plan) => sum + after - before, plan.before))
  })

  it('a pin keeps a message', async () => {
    const stdin = JSON.stringify(messages)
    const whole = JSON.stringify(resultText(0))
    expect((await loadline(tight, { stdin })).out).not.toContain(whole)
    expect((await loadline([...tight, '--pin', 'tool:call_0000'], { stdin })).out).toContain(whole)
    const { code, err } = await loadline([...tight, '--pin', 'tool:nope'], { stdin })
    expect({ code, err }).toEqual({ code: 0, err: 'loadline: --pin tool:nope: no such message or part; nothing is pinned by it\n' })
  })

  it('what cannot fit is exit 3, the floor as JSON, the plan all the same, and no ledger', async () => {
    const file = join(folder(), 'no-plan.json')
    const ledger = join(folder(), 'no-ledger.json')
    const args = ['fit', '--window', '20', '--plan', file, '--ledger', ledger]
    const { code, out, err } = await loadline(args, { stdin: JSON.stringify(messages) })
    const { error, floor, budget } = JSON.parse(out)
    expect({ code, error, budget }).toEqual({
      code: 3,
      error: 'cannot-fit',
      budget: { window: 20, reserve: 10, limit: 10, high: 9, low: 7 },
    })
    expect(floor.total).toBe(floor.system + floor.tools + floor.pinned + floor.lastTurn)
    expect(err).toMatch(/^loadline: cannot fit: the least this request can be is \d+ tokens [^\n]+\n$/)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ fits: false, floor })
    expect(() => readFileSync(ledger)).toThrow('ENOENT')
  })
})

it('without a window one line says what is assumed', async () => {
  const { code, out, err } = await loadline(['fit'], { stdin: '[]' })
  expect({ code, out }).toEqual({ code: 0, out: '[]\n' })
  expect(err).toBe('loadline: no window given; assuming 96000 tokens (--window N sets it)\n')
})

it('a reader that has seen enough ends it quietly', async () => {
  const child = start(roomy)
  let err = ''
  child.stderr.on('data', (bytes) => (err += bytes))
  child.stdout.destroy()
  child.stdin.end(JSON.stringify(history(200)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

it('LOADLINE=off passes everything through, byte for byte, and writes nothing', async () => {
  const ledger = join(folder(), 'off.json')
  const stdin = Buffer.from([0x5b, 0, 0xff, 0x0d, 0x0a])
  const { code, bytes, err } = await loadline(['fit', '--ledger', ledger], { stdin, env: { LOADLINE: 'off' } })
  expect({ code, bytes }).toEqual({ code: 0, bytes: stdin })
  expect(err).toMatch(/^loadline: off [^\n]+\n$/)
  expect(() => readFileSync(ledger)).toThrow('ENOENT')
})
