/** The ledger on disk: absent means empty, and a write leaves the old file or the new one, never a piece of one. */
import { checkLedger, emptyLedger, LedgerError, type Ledger } from '@loadline/engine'
import { randomUUID } from 'node:crypto'
import { access, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure, reasonOf } from './failure.js'
import type { Io } from './io.js'
import { parseJson } from './json.js'
import { readText } from './read.js'

export async function readLedger(file: string, io: Io): Promise<Ledger> {
  if (await isAbsent(resolve(io.cwd, file))) return emptyLedger()
  const name = `the ledger ${file}`
  const text = await readText(resolve(io.cwd, file), io)
  try {
    return checkLedger(parseJson(text, name))
  } catch (error) {
    const said = (error as Error).message
    const remedy = 'give another, or remove it to start anew'
    if (error instanceof Failure) throw new Failure(`${said}; ${remedy}`)
    if (error instanceof LedgerError) throw new Failure(`${name}: ${said}; ${remedy}`)
    throw error
  }
}

/** Readable by its owner only: it holds pieces of the conversation. */
export async function writeLedger(file: string, ledger: Ledger, io: Io): Promise<void> {
  const path = resolve(io.cwd, file)
  let draft: string | undefined
  try {
    const target = (await isAbsent(path)) ? path : await realpath(path)
    draft = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`)
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(ledger)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, target)
  } catch (error) {
    if (draft !== undefined) await rm(draft, { force: true }).catch(() => {})
    throw new Failure(`cannot write the ledger ${file}: ${reasonOf(error)}`)
  }
}

async function isAbsent(path: string): Promise<boolean> {
  try {
    await access(path)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
