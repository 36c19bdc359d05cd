/** Seed 002 as a function on messages in OpenAI's chat shape: what `expire` does, for whoever has no use for a plan. */
import type { Locale } from '../types.js'
import { expired, EXPIRED, type ExpireOptions } from './expire.js'
import { isTerminal, nameIn, TERMINAL_TOOLS, tellsFailure, textIn, type ToolMessage } from './terminal-results.js'
import { idsOfCalls } from './orphaned-calls.js'

export interface ChatMessage extends ToolMessage {
  role: string
  /** Milliseconds. A result without one never expires. */
  timestamp?: unknown
  tool_calls?: unknown
  tool_call_id?: unknown
}

export interface SimplifyOptions extends ExpireOptions {
  now: number
  locale?: Locale
  /** Told how many were simplified, if any were. */
  log?: (line: string) => void
}

const LOG: Record<Locale, (count: number) => string> = {
  en: (count) => `simplified ${count} out-of-date command ${count === 1 ? 'output' : 'outputs'}`,
  'zh-CN': (count) => `精简了 ${count} 个过时命令返回内容`,
}

/** A new list in which out-of-date results are new objects; all others, and the messages given, are untouched. */
export function simplifyOutdatedTerminalResults<M extends ChatMessage>(messages: readonly M[], options: SimplifyOptions): M[] {
  const { now, tools = TERMINAL_TOOLS, locale = 'zh-CN', log, text = EXPIRED[locale], ...rule } = options
  const called = new Map(messages.flatMap(idsOfCalls))
  const timed = messages.flatMap((message) => {
    if (message.role !== 'tool' || typeof message.timestamp !== 'number') return []
    const said = textIn(message.content)
    const terminal = isTerminal(nameIn(message) || (called.get(message.tool_call_id) ?? ''), said, tools)
    const failed = message.messageStatus === 'error' || message.is_error === true || tellsFailure(said, terminal)
    return [{ message, said, at: message.timestamp, terminal, failed }]
  })
  const old = new Set(expired(timed, now, rule).flatMap(({ message, said }) => (said.length > text.length ? [message] : [])))
  if (old.size > 0) log?.(LOG[locale](old.size))
  return messages.map((message) => (old.has(message) ? { ...message, content: text } : message))
}
