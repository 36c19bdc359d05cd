/** Anthropic's messages. */
import type { Dialect } from '../dialect.js'
import { error, errorEvent, fault } from './errors.js'
import { type AnthropicReceived, read } from './read.js'
import { stream, write } from './write.js'

export const anthropic: Dialect<AnthropicReceived> = {
  name: 'anthropic',
  overflow: 'anthropic',
  callPrefix: 'toolu_',
  modelOf: ({ body }) => String(body.model),
  read,
  write,
  stream,
  error,
  fault,
  errorEvent,
}
