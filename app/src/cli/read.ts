/** Reads a file or the standard input as text: bounded, and only if it is text. */
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure, reasonOf } from './failure.js'
import type { Io } from './io.js'

const MEGABYTE = 2 ** 20
const MOST_MEGABYTES = 128

/** How the input is called in messages. */
export const nameOf = (file: string | undefined): string => (isStdin(file) ? 'the standard input' : (file as string))

/** Without its byte order mark. */
export async function readText(file: string | undefined, io: Io, expected = 'JSON in UTF-8'): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of readBytes(file, io, MOST_MEGABYTES * MEGABYTE)) {
    size += part.length
    if (size > MOST_MEGABYTES * MEGABYTE) throw new Failure(`${nameOf(file)} is over ${MOST_MEGABYTES} MB, the limit`)
    parts.push(part)
  }
  return decode(Buffer.concat(parts), nameOf(file), expected)
}

/** A file known to be larger than `most` is refused before any of it is read. */
export async function* readBytes(file: string | undefined, io: Io, most = Infinity): AsyncGenerator<Uint8Array> {
  try {
    yield* isStdin(file) ? fromStdin(file, io) : fromFile(resolve(io.cwd, file as string), file as string, most)
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`cannot read ${nameOf(file)}: ${reasonOf(error)}`)
  }
}

async function* fromStdin(file: string | undefined, { stdin }: Io): AsyncGenerator<Uint8Array> {
  if (file === undefined && stdin.isTTY) throw new Failure('nothing to read: give a FILE, pipe the input in, or use - to type it')
  yield* stdin
}

async function* fromFile(path: string, name: string, most: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path)
  try {
    // Pipes and devices have no size: those are counted while they are read.
    const { size } = await handle.stat()
    if (size > most) throw new Failure(`${name} is ${Math.ceil(size / MEGABYTE)} MB; the limit is ${most / MEGABYTE} MB`)
    yield* handle.createReadStream({ autoClose: false, highWaterMark: MEGABYTE })
  } finally {
    await handle.close()
  }
}

function decode(bytes: Uint8Array, name: string, expected: string): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new Failure(`${name} is UTF-16; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)`)
  }
  if (bytes.includes(0) || !isUtf8(bytes)) throw new Failure(`${name} is not text: expected ${expected}`)
  return new TextDecoder().decode(bytes)
}

const isStdin = (file: string | undefined): boolean => file === undefined || file === '-'
