/** The world around a command, handed in so that a test can hand in its own. */
import type { Readable, Writable } from 'node:stream'

export interface Io {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
  env: { readonly [name: string]: string | undefined }
  cwd: string
  /** Milliseconds. */
  now(): number
}

/** Resolves once the stream took it, so that nothing is lost when the process ends. */
export function write(stream: Writable, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => (error ? reject(error) : resolve()))
  })
}

/** One line for the person, whatever the text holds. */
export function say(io: Io, text: string): Promise<void> {
  return write(io.stderr, `loadline: ${text.replace(/\s*\p{Cc}+\s*/gu, ' ')}\n`)
}

/** The switch that turns every face of Loadline into a pass-through. */
export const isOff = ({ env }: Io): boolean => env.LOADLINE?.toLowerCase() === 'off'
