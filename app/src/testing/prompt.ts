/** A request in neutral form: its parts in the order a model reads them. */
export type Role = 'system' | 'user' | 'assistant' | 'tool'

export interface Part {
  /** `tool` is a definition; `other` is whatever the reader does not know, as JSON. */
  kind: 'tool' | 'text' | 'thinking' | 'call' | 'result' | 'media' | 'other'
  /** Of a call its arguments, of media the source. */
  text: string
  /** Of a call and its result. */
  id?: string
  /** The name of what is defined or called. */
  tool?: string
  error?: boolean
  /** A cache breakpoint stands behind this part, and how long it is asked to live. */
  mark?: string
}

export interface Turn {
  role: Role
  parts: Part[]
}

export interface Prompt {
  /** Settings that void the whole cache when they change. */
  scope: string
  /** Settings that void the cache of the messages alone. */
  messageScope?: string
  tools: Part[]
  /** The system prompt is the first. */
  turns: Turn[]
}
