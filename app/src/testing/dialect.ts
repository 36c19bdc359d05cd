/** What a provider's wire format has to say for itself; everything else is the same for all of them. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Fields } from './fields.js'
import type { ModelRules } from './models.js'
import type { OverflowShape } from './overflow.js'
import type { Prompt } from './prompt.js'
import type { Details } from './refused.js'
import type { DialectName, Fault, Finish, Refusal } from './script.js'
import type { Usage } from './usage.js'

export interface Dialect<R extends Received = Received> {
  name: DialectName
  /** What it says when a request is over the window. */
  overflow: OverflowShape
  /** How the ids of calls begin. */
  callPrefix: string
  modelOf(request: Incoming): string
  /** Throws Refused where the provider would answer 400. */
  read(request: Incoming, rules: ModelRules, memory: Memory): R
  /** The whole answer, as a caller gets it who does not stream. */
  write(exchange: Exchange<R>): Fields
  /** The same answer as server-sent events. */
  stream(answer: Fields, request: Incoming, size: number): string[]
  error(message: string, details?: Details): Refusal
  fault(fault: Fault): Refusal
  /** An error after the stream began. */
  errorEvent(message: string, code: string | undefined, answer: Fields): string
}

export interface Incoming {
  path: string
  headers: IncomingHttpHeaders
  body: Fields
}

export interface Received {
  stream: boolean
  maxTokens?: number
  prompt: Prompt
}

/** Everything an answer is made of. */
export interface Exchange<R extends Received = Received> {
  /** Names the answer and what is in it. */
  n: number
  model: string
  request: Incoming
  received: R
  rules: ModelRules
  memory: Memory
  /** Seconds. */
  at: number
  thinking?: string
  text?: string
  calls: readonly { id: string; tool: string; args: string }[]
  finish: Finish
  usage: Usage
}

/** What a provider remembers of its own answers. */
export interface Memory {
  /** Stored items of OpenAI's responses, by id; and whole conversations, by the response they ended with. */
  items: Map<string, Fields>
  conversations: Map<string, Fields[]>
  /** Ids of calls that were made after thinking, and the id of that thinking where it has one. */
  thoughtOf: Map<string, string>
}
