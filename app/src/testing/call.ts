/** One request as the server saw it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Usage } from './usage.js'

export interface Call {
  method: string
  /** With its query. */
  path: string
  headers: IncomingHttpHeaders
  /** As it came, byte for byte; and parsed, null when it is not JSON. */
  raw: string
  body: unknown
  /** When it came, by the server's clock. */
  at: number
  /** Of the answer, once it ended. */
  status?: number
  /** Why the provider itself refused it, before the script was asked. */
  refused?: string
  /** What was billed; there once an answer began. */
  usage?: Usage
  /** The script broke the answer off. */
  broken?: boolean
  /** The client left before the answer ended. */
  aborted: boolean
}
