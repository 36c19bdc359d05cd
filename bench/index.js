/** npm run bench -- NAME [options]: measures one thing against its rivals in the same run and prints the table. */
import { parseArgs } from 'node:util'

const benches = { fit: () => import('./fit.js'), sanitize: () => import('./sanitize.js') }

const { positionals } = parseArgs({ allowPositionals: true, strict: false })
const name = positionals[0] ?? ''
if (!Object.hasOwn(benches, name)) {
  console.error(`bench: which one? known: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const { run } = await benches[/** @type {keyof typeof benches} */ (name)]()
const failed = await run()
process.exit(failed ? 1 : 0)
