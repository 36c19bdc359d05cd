/** Seed 004's way from a chat app's session to what is sent, as functions on its messages; `fit` does the same by the preset `chatbox`. */
import type { Id, StoredPoint } from '../types.js'
import { newestFirst } from '../core/points.js'
import { cleanToolCalls, type ToolUser } from './clean-tool-calls.js'

export interface SessionMessage extends ToolUser {
  id?: Id
  isSummary?: boolean
  generating?: boolean
  error?: unknown
  errorCode?: unknown
}

/** A session, or one of its threads: each has points of its own. */
export interface Session<M extends SessionMessage = SessionMessage> {
  messages?: readonly M[]
  compactionPoints?: readonly StoredPoint[]
}

export interface BuildContextOptions {
  /** So many of the newest rounds keep their calls and results. */
  keepRounds?: number
}

/** What is sent: system prompt, the newest summary, and what was said since; nothing unfinished, failed or empty. */
export function buildContext<M extends SessionMessage>(
  session: Session<M>,
  messages: readonly M[] = getAllMessages(session),
  { keepRounds = 2 }: BuildContextOptions = {},
): M[] {
  const { summary, from } = standing(session, messages)
  const system = messages.slice(0, from).filter(({ role }) => role === 'system')
  const since = messages.slice(from).filter(({ isSummary }) => !isSummary)
  return cleanToolCalls([...system, ...summary, ...since].filter(isSendable), keepRounds).filter(saysSomething)
}

export function getAllMessages<M extends SessionMessage>(session: Session<M>): readonly M[] {
  return session.messages ?? []
}

/** Of equal age, the one stored last. */
export function getLatestCompactionPoint(session: Pick<Session, 'compactionPoints'>): StoredPoint | undefined {
  return newestFirst(session.compactionPoints ?? [])[0]
}

/** The summary that stands for what was said before a place: by the newest point whose messages are there, else by a summary without any point. */
function standing<M extends SessionMessage>({ compactionPoints = [] }: Session, messages: readonly M[]): { summary: M[]; from: number } {
  const place = (wanted: Id) => messages.findIndex(({ id }) => id === wanted)
  for (const { summaryMessageId, boundaryMessageId } of newestFirst(compactionPoints)) {
    const [summary, boundary] = [messages[place(summaryMessageId)], place(boundaryMessageId)]
    if (summary && boundary >= 0) return { summary: [summary], from: boundary + 1 }
  }
  const known = new Set<Id | undefined>(compactionPoints.map(({ summaryMessageId }) => summaryMessageId))
  const last = messages.findLastIndex(({ id, isSummary }) => isSummary && !known.has(id))
  return { summary: messages.slice(Math.max(0, last), last + 1), from: last + 1 }
}

const isSendable = ({ generating, error, errorCode }: SessionMessage) => !generating && !error && !errorCode

function saysSomething({ content, contentParts, role, tool_calls: calls }: SessionMessage): boolean {
  if (role !== 'assistant' || calls || (contentParts && contentParts.length > 0)) return true
  return Array.isArray(content) ? content.length > 0 : (content ?? '') !== ''
}
