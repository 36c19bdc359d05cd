/** Runs the command line: the real binary, as a user would, or in this process where a table would start too many. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { main } from '../../src/cli/main.js'

const BINARY = fileURLToPath(new URL('../../bin/loadline.js', import.meta.url))

export interface Run {
  code: number | null
  out: string
  err: string
  /** Stdout as it came, for what is compared byte for byte. */
  bytes: Buffer
}

export interface Around {
  stdin?: string | Uint8Array
  env?: { [name: string]: string }
  cwd?: string
}

/** Nothing of the tester's own settings reaches the process. */
export function start(args: readonly string[], { env, cwd = folder() }: Around = {}) {
  return spawn(process.execPath, [BINARY, ...args], { cwd, env: { PATH: process.env.PATH ?? '', ...env } })
}

export function loadline(args: readonly string[], around: Around = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = start(args, around)
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => err.push(bytes))
    child.on('error', reject)
    child.on('close', (code) => {
      const bytes = Buffer.concat(out)
      resolve({ code, bytes, out: bytes.toString(), err: Buffer.concat(err).toString() })
    })
    child.stdin.on('error', () => {}) // it may end before it has read everything
    child.stdin.end(around.stdin ?? '')
  })
}

export async function inProcess(
  args: readonly string[],
  { stdin = '', env = {}, cwd = folder(), ...world }: Around & World = {},
): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const outputs = Promise.all([buffer(stdout), buffer(stderr)])
  const given = Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: world.isTTY ?? false })
  const code = await main(args, { stdin: given, stdout, stderr, env, cwd, now: world.now ?? Date.now })
  stdout.end()
  stderr.end()
  const [bytes, err] = await outputs
  return { code, bytes, out: bytes.toString(), err: err.toString() }
}

/** What only a test can hand in. */
interface World {
  now?: () => number
  isTTY?: boolean
}

/** One line that says what is wrong, and no stack trace. */
export function expectRefusal({ code, out, err }: Run, line: RegExp): void {
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^loadline: [^\n]+\n$/)
  expect(err).not.toMatch(/ at .*:\d+:\d+/)
  expect(err).toMatch(line)
}

let made: string | undefined

/** A folder of this test file's own; gone afterwards. */
export function folder(): string {
  made ??= mkdtempSync(join(tmpdir(), 'loadline-'))
  return made
}

afterAll(() => {
  if (made) rmSync(made, { recursive: true, force: true })
})
