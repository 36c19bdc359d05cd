/** Help, version, and what happens when something unforeseen does. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { inProcess, loadline } from './loadline.js'

describe('help', () => {
  it('is what comes without arguments', async () => {
    const { code, out, err } = await loadline([])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^loadline \d+\.\d+\.\d+: /)
    for (const { name, summary } of commands) expect(out).toContain(`  ${name.padEnd(9)}${summary}\n`)
    expect(await inProcess(['--help'])).toMatchObject({ code, out, err })
  })

  it.each(commands.map((command) => [command.name, command] as const))('of %s lists every option', async (name, { options }) => {
    const { code, out, err } = await inProcess([name, '--window', 'abc', '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: loadline ${name} \\[OPTION\\]\\.\\.\\. `))
    for (const option of Object.keys(options)) expect(out).toContain(`  --${option}`)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })
})

it('the version is the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await inProcess(['--version'])).toMatchObject({ code: 0, out: `${version}\n`, err: '' })
})

it('a terminal is not waited for', async () => {
  const { code, err } = await inProcess(['fit'], { isTTY: true })
  expect({ code, err }).toEqual({ code: 2, err: 'loadline: nothing to read: give a FILE, pipe the input in, or use - to type it\n' })
})

describe('the unforeseen', () => {
  const now = () => {
    throw new Error('the clock\nstopped')
  }
  const line = 'loadline: unexpected: the clock stopped; please report it (LOADLINE_DEBUG=1 shows where it happened)\n'

  it('is one line and exit 1', async () => {
    expect(await inProcess(['fit'], { stdin: '[]', now })).toMatchObject({ code: 1, out: '', err: line })
  })

  it('shows its stack when asked', async () => {
    const { err } = await inProcess(['fit'], { stdin: '[]', now, env: { LOADLINE_DEBUG: '1' } })
    expect(err.startsWith(line)).toBe(true)
    expect(err).toMatch(/\n +at Object.now /)
  })
})
