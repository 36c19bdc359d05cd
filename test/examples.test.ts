/** The examples and the code in our pages do what they say: each is run as a reader would run it, on the built packages. */
import { execFileSync, execSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Inside the repository, so that imports of our packages resolve. */
const folder = mkdtempSync(join(root, 'test', '.run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const providers = new URL('scripted-providers.js', import.meta.url).href
/** Nothing of the tester's own settings reaches the process. */
const env = { PATH: process.env.PATH ?? '' }
const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' })

test.each([
  ['openai', 'call 40: 4557 of 10780 tokens sent, prefix rewritten 3 times\n'],
  ['anthropic', 'call 40: 6482 of 10784 tokens sent, prefix rewritten 2 times\n'],
])('examples/%s.js prints what happened', (name, printed) => {
  expect(node(`examples/${name}.js`)).toBe(printed)
})

const pages = ['README.md', 'engine/README.md', 'app/README.md'].map((page) => [page, readFileSync(join(root, page), 'utf8')] as const)

test.each(pages.flatMap(([page, text]) => blocks(text, 'js run').map((code, index) => [page, index + 1, code] as const)))(
  '%s: block %i runs',
  (page, index, code) => {
    const file = join(folder, `${page.replace('/', '-')}-${index}.mjs`)
    writeFileSync(file, code)
    node('--import', providers, file)
  },
)

test.each(
  pages.flatMap(([page, text]) =>
    blocks(text, 'console run')
      .flatMap(commands)
      .map((each) => [page, ...each] as const),
  ),
)('%s: $ %s', (_page, command, printed) => {
  const run = command.replaceAll('npx loadline', `"${process.execPath}" app/bin/loadline.js`)
  expect(execSync(run, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' })).toBe(printed)
})

/** Blocks with these words behind the fence. */
function blocks(text: string, marked: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${marked}\n([^]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}

/** Lines after `$`, each with what is printed under it. */
function commands(block: string): [command: string, printed: string][] {
  return [...block.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', printed = '']) => [command, printed])
}
