/** A failure the user can do something about: one line on stderr and an exit code, no stack trace. */
export class Failure extends Error {
  override name = 'Failure'
  constructor(
    line: string,
    readonly exit: 1 | 2 | 3 = 2,
  ) {
    super(line)
  }
}

const LONGEST_QUOTE = 60

/** What the user gave, safe to print: escaped, and short enough for one line. */
export function quote(given: string): string {
  return JSON.stringify(given.length > LONGEST_QUOTE ? `${given.slice(0, LONGEST_QUOTE)}…` : given)
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'no space left on the device',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
}

/** The disk's answer in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code !== undefined && REASONS[code]) || message
}
