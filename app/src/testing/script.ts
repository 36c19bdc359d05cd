/** What a test tells the server to answer. */
import type { Turn } from './prompt.js'

export type DialectName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini'

/** A list answers call after call; a function sees what was asked. Requests that the provider itself refuses never reach the script. */
export type Script = readonly Reply[] | ((asked: Asked) => Reply | Promise<Reply>)

/** A string is an answer of that text. */
export type Reply = string | Answer | Fault | Refusal

/** A request in neutral form. */
export interface Asked {
  /** Counts the calls that reached the script, from 0. */
  n: number
  dialect: DialectName
  model: string
  stream: boolean
  maxTokens?: number
  /** Their names. */
  tools: readonly string[]
  /** The system prompt is the first. */
  turns: readonly Turn[]
  /** Of the whole prompt. */
  tokens: number
}

export interface Answer {
  thinking?: string
  text?: string
  calls?: readonly ScriptedCall[]
  /** Default: 'calls' where there are some, else 'stop'. */
  finish?: Finish
  pace?: Pace
  broken?: Broken
  /** What the usage says instead of the truth: a server that silently cut the prompt. */
  reported?: { input?: number; output?: number }
}

export interface ScriptedCall {
  tool: string
  /** A string is sent as it stands, JSON or not. */
  args?: unknown
  id?: string
}

/** `window`: the answer ran into the end of the window. */
export type Finish = 'stop' | 'calls' | 'length' | 'refusal' | 'window'

/** In milliseconds. */
export interface Pace {
  /** Before the first byte. */
  first?: number
  between?: number
  /** Characters in one piece of a stream. Default: 24. */
  size?: number
}

export interface Broken {
  /**
   * `reset`: the connection dies. `malformed`: one event is cut short, the rest follows. `unfinished`: the stream ends without its
   * end. `empty`: nothing but the end. `error`: the provider's own error event.
   */
  how: 'reset' | 'malformed' | 'unfinished' | 'empty' | 'error'
  /** Events sent before. Default: half of them. */
  after?: number
  /** Of the error event. */
  code?: string
  message?: string
}

/** A usual failure, in the shape of whichever provider was asked. */
export interface Fault {
  fault: 'unauthorized' | 'forbidden' | 'not found' | 'too large' | 'rate limited' | 'server error' | 'overloaded'
  message?: string
  /** Seconds. */
  retryAfter?: number
}

/** An HTTP answer as it stands. */
export interface Refusal {
  status: number
  body: unknown
  headers?: { [name: string]: string }
}
