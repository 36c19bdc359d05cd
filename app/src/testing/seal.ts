/** Seals on thinking: what the server signed it knows again, word for word. */
import { createHash, createHmac } from 'node:crypto'

/** Always the same, so that a history is still valid after the server was started anew. */
const SECRET = 'scripted provider'

/** Signed fields as one opaque text. */
export function seal(fields: Seal): string {
  return Buffer.from(JSON.stringify({ ...fields, mac: macOf(fields) })).toString('base64')
}

export interface Seal {
  text: string
  /** Digest of everything before it. */
  prefix?: string
  /** The thinking before it: its digest. */
  after?: string
}

/** Null for what this server never signed. */
export function unseal(sealed: unknown): Seal | null {
  try {
    const { mac, ...fields } = JSON.parse(Buffer.from(String(sealed), 'base64').toString())
    return mac === macOf(fields) ? fields : null
  } catch {
    return null
  }
}

export const digestOf = (text: string): string => createHash('sha1').update(text).digest('base64url')

const macOf = ({ text, prefix, after }: Seal): string =>
  createHmac('sha1', SECRET)
    .update(JSON.stringify([text, prefix, after]))
    .digest('base64url')
