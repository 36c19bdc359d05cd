/** A prompt laid out as a cache sees it: one block after the other, each named by everything up to it. */
import { createHash } from 'node:crypto'
import type { Part, Prompt, Role, Turn } from './prompt.js'
import { type Count, tokensIn } from './tokens.js'

export interface Block {
  /** Names everything before this block, and everything up to its end: equal names mean equal prompts. */
  before: string
  chain: string
  /** What must be equal for two blocks to share a beginning. */
  head: string
  text: string
  tokens: number
  /** Tokens of the prompt up to its end. */
  end: number
  mark?: string
}

export function layOut(prompt: Prompt, count: Count): Block[] {
  const blocks: Block[] = []
  const start = digest(prompt.scope)
  const leading = prompt.turns.findIndex(({ role }) => role !== 'system')
  for (const tool of prompt.tools) blocks.push(next(blocks, start, 'system', tool, count))
  prompt.turns.forEach(({ role, parts }, i) => {
    parts.forEach((part, j) => {
      const scope = i === leading && j === 0 ? (prompt.messageScope ?? '') : ''
      blocks.push(next(blocks, start, role, part, count, scope))
    })
  })
  return blocks
}

/** The blocks of what comes after a prompt, for caches that keep the answer too. */
export function continued(prompt: readonly Block[], { role, parts }: Turn, count: Count): Block[] {
  const blocks = [...prompt]
  for (const part of parts) blocks.push(next(blocks, '', role, part, count))
  return blocks.slice(prompt.length)
}

export const tokensUpTo = (blocks: readonly Block[]): number => blocks.at(-1)?.end ?? 0

function next(blocks: readonly Block[], start: string, role: Role, part: Part, count: Count, scope = ''): Block {
  const last = blocks.at(-1)
  const before = digest((last?.chain ?? start) + scope)
  const head = JSON.stringify([role, part.kind, part.id, part.tool, part.error])
  const tokens = tokensIn(part, count)
  return {
    before,
    chain: digest(`${before}${head}${part.text}`),
    head,
    text: part.text,
    tokens,
    end: (last?.end ?? 0) + tokens,
    ...(part.mark !== undefined && { mark: part.mark }),
  }
}

const digest = (text: string): string => createHash('sha1').update(text).digest('base64')
