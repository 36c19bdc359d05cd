/** Which wire format a path speaks; any prefix before it is the base URL of some provider. */
import { anthropic } from './anthropic/index.js'
import type { Dialect } from './dialect.js'
import { gemini } from './gemini/index.js'
import { openaiChat } from './openai/chat.js'
import { openaiResponses } from './openai/responses.js'

export interface Route {
  dialect: Dialect
  /** Only the size of the prompt is asked for. */
  counts?: boolean
}

const ROUTES: readonly [RegExp, Route][] = [
  [/\/chat\/completions$/, { dialect: openaiChat }],
  [/\/responses$/, { dialect: openaiResponses }],
  [/\/responses\/input_tokens$/, { dialect: openaiResponses, counts: true }],
  [/\/messages$/, { dialect: anthropic }],
  [/\/messages\/count_tokens$/, { dialect: anthropic, counts: true }],
  [/\/models\/[^/]+:(stream)?[gG]enerateContent$/, { dialect: gemini }],
  [/\/models\/[^/]+:countTokens$/, { dialect: gemini, counts: true }],
]

export function routeOf(path: string): Route | undefined {
  return ROUTES.find(([pattern]) => pattern.test(path))?.[1]
}
