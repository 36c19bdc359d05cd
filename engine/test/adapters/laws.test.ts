/** What holds for every adapter on every message: frozen input, round trips, untouched blocks, legal remains. */
import { describe, expect, test } from 'vitest'
import { aiSdk, anthropic, gemini, langchain, openaiChat, openaiResponses, pi, plain } from '../../src/adapters/index.js'
import type { Adapter, Content, Rewrite } from '../../src/types.js'
import { deepFreeze } from '../bed/frozen.js'
import { messages as aiSdkMessages } from './ai-sdk.messages.js'
import { messages as anthropicMessages } from './anthropic.messages.js'
import { messages as geminiMessages } from './gemini.messages.js'
import { messages as langchainMessages } from './langchain.messages.js'
import { messages as openaiMessages } from './openai-chat.messages.js'
import { messages as responsesItems } from './openai-responses.messages.js'
import { messages as piMessages } from './pi.messages.js'
import { messages as plainMessages } from './plain.messages.js'
import { emptyFields, freshBlocks, subsets, unnumbered, without } from './parts.js'

const formats: [Adapter, Record<string, unknown>][] = [
  [openaiChat, openaiMessages],
  [openaiResponses, responsesItems],
  [anthropic, anthropicMessages],
  [gemini, geminiMessages],
  [aiSdk, aiSdkMessages],
  [pi, piMessages],
  [langchain, langchainMessages],
  [plain, plainMessages],
]

describe.each(
  formats.flatMap(([adapter, messages]) =>
    Object.entries(messages).map(([title, native]) => ({ adapter, name: adapter.name, title, native })),
  ),
)('$name: $title', ({ adapter, native }) => {
  deepFreeze(native)
  const before = adapter.read(native)

  test('writing nothing changes nothing', () => {
    expect(adapter.write(native, new Map())).toEqual(native)
  })

  test('a new text is read back, all else as it was', () => {
    before.parts.forEach((part, index) => {
      if (part.kind !== 'text' && !(part.kind === 'thinking' && !part.sealed)) return
      const content: Content = { ...part, text: '短 ✂️' }
      const written = adapter.write(native, new Map([[index, content]]))
      expect(adapter.read(written)).toEqual({ ...before, parts: before.parts.with(index, content) })
      expect(Object.keys(written as object)).toEqual(Object.keys(native as object))
    })
  })

  test('what is dropped is gone, all else as it was, and no field is left empty', () => {
    for (const dropped of subsets(before.parts.length)) {
      const left = without(before.parts, dropped)
      // A message that says nothing any more is dropped whole by the core.
      if (left.every(({ kind }) => kind === 'thinking')) continue
      const written = adapter.write(native, new Map(dropped.map((index) => [index, null])))
      expect(unnumbered(adapter.read(written).parts)).toEqual(left)
      expect(emptyFields(written)).toEqual([])
    }
  })

  test('untouched blocks are the same objects', () => {
    before.parts.forEach((part, index) => {
      const change: Rewrite | null = part.kind === 'text' ? { kind: 'text', text: 'new' } : null
      if (change === null && before.parts.length === 1) return
      expect(freshBlocks(adapter.write(native, new Map([[index, change]])), native).length).toBeLessThanOrEqual(1)
    })
  })

  test('a result keeps what it is told to keep', () => {
    before.parts.forEach((part, index) => {
      if (part.kind !== 'result') return
      const body = part.body.map((_, i) => ({ kind: 'keep' as const, index: i }))
      expect(adapter.read(adapter.write(native, new Map([[index, { ...part, body }]])))).toEqual(before)
    })
  })
})
