/** npm run docs: writes the pages that follow from the code. With --check nothing is written: a page that differs is named, exit 1. */
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'oxfmt'
import { cliPage } from './docs/cli.js'
import { passesPage } from './docs/passes.js'
import { presetsPage } from './docs/presets.js'

const root = new URL('../', import.meta.url)
const pages = { 'docs/cli.md': cliPage, 'docs/passes.md': passesPage, 'docs/presets.md': presetsPage }
const style = JSON.parse(read('.oxfmtrc.json'))
const check = process.argv.includes('--check')

for (const [path, page] of Object.entries(pages)) {
  const { code } = await format(path, page(read), style)
  if (code === read(path)) continue
  if (!check) writeFileSync(new URL(path, root), code)
  console.log(check ? `docs: ${path} is not what the code says; run: npm run docs` : `docs: wrote ${path}`)
  if (check) process.exitCode = 1
}

/** A file of the repository; '' when there is none. @param {string} path */
function read(path) {
  try {
    return readFileSync(new URL(path, root), 'utf8')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return ''
    throw error
  }
}
