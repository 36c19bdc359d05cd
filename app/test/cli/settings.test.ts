/** The config file, the environment, the options: later wins. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectRefusal, folder, inProcess } from './loadline.js'

const stdin = '[{"role":"user","content":"hi"}]'

let places = 0
function configured(config: string): string {
  const cwd = join(folder(), `place-${places++}`)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'loadline.config.json'), config)
  return cwd
}

const budget = async (args: string[], cwd: string, env: { [name: string]: string } = {}) => {
  const { out, err } = await inProcess(['explain', '--json', ...args], { stdin, cwd, env })
  expect(err).toBe('')
  return JSON.parse(out).budget
}

describe('settings', () => {
  it('the environment wins over the file, an option over both', async () => {
    const cwd = configured('{"preset": "safe", "window": 10000, "reserve": 1000, "locale": "en", "format": "plain"}')
    const env = { LOADLINE_WINDOW: '20000', LOADLINE_LOCALE: '' }
    expect(await budget([], cwd)).toMatchObject({ window: 10000, reserve: 1000 })
    expect(await budget([], cwd, env)).toMatchObject({ window: 20000, reserve: 1000 })
    expect(await budget(['--window', '30000'], cwd, env)).toMatchObject({ window: 30000, reserve: 1000 })
  })

  it.each([
    ['an unknown key', '{"windw": 5}', /"windw" in loadline.config.json: unknown key; known: format, preset, window/],
    ['a wrong type', '{"window": "big"}', /"window" in loadline.config.json: expected a number, not "big"/],
    ['a wrong value', '{"window": 0.5}', /"window" in loadline.config.json: "0.5" is not a window in tokens/],
    ['a list', '[]', /loadline.config.json: expected a JSON object/],
    ['what is not JSON', '{window: 5}', /loadline.config.json is not JSON: line 1, column 2: unexpected "w"/],
  ])('%s in the file is refused', async (_, config, line) => {
    expectRefusal(await inProcess(['fit'], { stdin, cwd: configured(config) }), line)
  })

  it('a wrong value in the environment is refused', async () => {
    expectRefusal(
      await inProcess(['fit'], { stdin, env: { LOADLINE_PRESET: 'bold' } }),
      /LOADLINE_PRESET: unknown preset "bold"; known: safe/,
    )
  })
})
