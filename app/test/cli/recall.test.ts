/** `loadline recall`: what was left out, byte for byte. */
import { describe, expect, it } from 'vitest'
import { history, resultText } from './history.js'
import { expectRefusal, inProcess, loadline } from './loadline.js'

const text = 'first\r\nsecond 第二 🛠️\r\n\tthird\n\n'
const messages = [...history(3), { role: 'user', id: 'msg_crlf_1', content: text }]
const stdin = JSON.stringify(messages)
const lines = resultText(1).split('\n')

describe.concurrent('recall', () => {
  it.each([
    ['a message, byte for byte', ['msg_crlf_1'], text, ''],
    ['a result by its call', ['call_0001'], resultText(1), ''],
    ['a part', ['tool:call_0001.0', '-'], resultText(1), ''],
    ['lines', ['call_0001', '--lines', '10-12'], `${lines.slice(9, 12).join('\n')}\n`, 'lines 10-12 of 60\n'],
    ['lines of a text with CRLF', ['msg_crlf_1', '--lines', '2-2'], 'second 第二 🛠️\n', 'lines 2-2 of 4\n'],
  ])('%s', async (_, args, out, err) => {
    expect(await loadline(['recall', ...args], { stdin })).toMatchObject({ code: 0, out, err })
  })

  it('what has a word, and where else it is', async () => {
    const long = Array.from({ length: 300 }, (_, i) => `${i + 1} ${'words '.repeat(20)}${i % 120 === 0 ? 'needle' : ''}`).join('\n')
    const { code, out, err } = await inProcess(['recall', 'long', '--grep', 'needle'], {
      stdin: JSON.stringify([{ id: 'long', role: 'user', content: long }]),
    })
    expect(code).toBe(0)
    expect(out).toContain('needle\n')
    expect(err).toMatch(/^lines 1-\d+ of 300; also at 121, 241\n$/)
  })

  it('what is closest, when no line has it', async () => {
    const { err } = await inProcess(['recall', 'call_0001', '--grep', 'file nothing'], { stdin })
    expect(err).toMatch(/^no line has "file nothing"; the closest: lines \d+-\d+ of 60\n$/)
  })

  it('the original message, as JSON', async () => {
    const { out } = await inProcess(['recall', 'msg_crlf_1', '--json'], { stdin })
    expect(JSON.parse(out)).toEqual({ id: 'msg_crlf_1', text, from: 1, to: 4, lines: 4, matched: true, also: [], native: messages.at(-1) })
  })

  it('an unknown id is refused, with those that look like it', async () => {
    expectRefusal(
      await inProcess(['recall', 'call_001'], { stdin }),
      /no message, part or call "call_001" in .*; similar: call_0001, call_0000/,
    )
  })
})
