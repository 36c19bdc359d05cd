/** The ledger file: sticky, and never half written. */
import { checkLedger } from '@loadline/engine'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { history } from './history.js'
import { expectRefusal, folder, inProcess, loadline, start } from './loadline.js'

const stdin = JSON.stringify(history(12))
const fitWith = (ledger: string) => ['fit', '--window', '12000', '--ledger', ledger]
const read = (file: string) => checkLedger(JSON.parse(readFileSync(file, 'utf8')))

it('given twice it changes nothing, and a longer history only grows', async () => {
  const ledger = join(folder(), 'twice.json')
  const first = await loadline(fitWith(ledger), { stdin })
  const { taken } = read(ledger)
  expect(taken.length).toBeGreaterThan(0)
  expect(statSync(ledger).mode & 0o777).toBe(0o600)
  const second = await loadline(fitWith(ledger), { stdin })
  expect(second).toEqual(first)
  expect(read(ledger).taken).toEqual(taken)
  const more = JSON.stringify([...history(12), { role: 'assistant', content: 'Nothing.' }, { role: 'user', content: 'Look again.' }])
  const third = await loadline(fitWith(ledger), { stdin: more })
  expect(third.out.startsWith(first.out.slice(0, -2))).toBe(true)
})

it('explain reads it and leaves it alone', async () => {
  const ledger = join(folder(), 'explained.json')
  await loadline(fitWith(ledger), { stdin })
  const before = readFileSync(ledger, 'utf8')
  await loadline(['explain', ...fitWith(ledger).slice(1)], { stdin })
  expect(readFileSync(ledger, 'utf8')).toBe(before)
})

it('a link to it stays a link', async () => {
  const [target, link] = [join(folder(), 'target.json'), join(folder(), 'link.json')]
  writeFileSync(target, '{"version":1,"preset":"","taken":[],"undone":[],"lanes":{}}')
  symlinkSync(target, link)
  expect((await loadline(fitWith(link), { stdin })).code).toBe(0)
  expect(read(target).taken.length).toBeGreaterThan(0)
})

describe('what is no ledger is refused and left as it is', () => {
  it.each([
    ['empty', '', /is not JSON: line 1, column 1: unexpected end; give another, or remove it/],
    ['cut', '{"version":1,"taken":[', /is not JSON: line 1, column 23/],
    ['foreign', '{"name":"loadline"}', /a damaged ledger: version/],
    [
      'bad edit',
      '{"version":1,"preset":"","taken":[{"edit":{"op":"fold"},"digest":""}],"undone":[],"lanes":{}}',
      /a damaged ledger: taken\[0\]/,
    ],
    ['bad lane', '{"version":1,"preset":"","taken":[],"undone":[],"lanes":{"a":5}}', /a damaged ledger: lanes\["a"\]/],
    ['bad pending', '{"version":1,"preset":"","taken":[],"undone":[],"lanes":{},"pending":5}', /a damaged ledger: pending/],
    ['newer', '{"version":2}', /is of version 2, newer than this program/],
  ])('%s', async (name, content, line) => {
    const file = join(folder(), `${name}.json`)
    writeFileSync(file, content)
    expectRefusal(await inProcess(fitWith(file), { stdin }), line)
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('in a folder that is not there', async () => {
    const args = ['fit', '--window', '8000', '--ledger', join('nowhere', 'l.json')]
    expectRefusal(await inProcess(args, { stdin }), /cannot write the ledger nowhere.l.json: no such file or folder/)
  })
})

describe('a kill at any moment leaves the old file or the new one', () => {
  // Many edits make a ledger that takes a while to write.
  const large = JSON.stringify(history(600))

  let duration = 0

  it.each([0.6, 0.8, 0.95, 'writing', 'writing'] as const)('%s', async (moment) => {
    const ledger = join(folder(), 'killed.json')
    const begun = performance.now()
    if (!existsSync(ledger)) expect((await loadline(fitWith(ledger), { stdin: large })).code).toBe(0)
    const { taken } = read(ledger)
    duration ||= performance.now() - begun
    const child = start(fitWith(ledger))
    child.stdin.on('error', () => {})
    child.stdin.end(large)
    const ended = new Promise((resolve) => child.on('close', resolve))
    await (moment === 'writing' ? writing(child, ledger) : new Promise((resolve) => setTimeout(resolve, duration * moment)))
    child.kill('SIGKILL')
    await ended
    expect(read(ledger).taken).toEqual(taken)
  })

  /** From the first byte written, to a draft or to the file itself, to the last: the worst time for a kill. */
  async function writing(child: ReturnType<typeof start>, ledger: string): Promise<void> {
    const state = () => `${readdirSync(folder()).length} files, ${statSync(ledger).size} bytes`
    const before = state()
    while (child.exitCode === null && state() === before) await new Promise(setImmediate)
  }
})
