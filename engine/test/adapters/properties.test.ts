/** The laws of laws.test.ts on random messages and random edits. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aiSdk, anthropic, gemini, langchain, openaiChat, openaiResponses, pi, plain } from '../../src/adapters/index.js'
import type { Adapter, Content, Rewrite } from '../../src/types.js'
import { deepFreeze } from '../bed/frozen.js'
import {
  aiSdkMessage,
  anthropicMessage,
  geminiContent,
  langchainMessage,
  openaiChatMessage,
  openaiResponsesItem,
  piMessage,
  plainMessage,
} from './arbitraries.js'
import { freshBlocks, unnumbered, without } from './parts.js'

const formats: [Adapter, fc.Arbitrary<object>][] = [
  [openaiChat, openaiChatMessage],
  [openaiResponses, openaiResponsesItem],
  [anthropic, anthropicMessage],
  [gemini, geminiContent],
  [aiSdk, aiSdkMessage],
  [pi, piMessage],
  [langchain, langchainMessage],
  [plain, plainMessage],
]
const picks = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 })

describe.each(formats.map(([adapter, message]) => ({ name: adapter.name, adapter, message: message.map(deepFreeze) })))(
  '$name',
  ({ adapter, message }) => {
    test('replacing nothing keeps the message', () => {
      fc.assert(
        fc.property(message, (native) => {
          expect(JSON.stringify(adapter.write(native, new Map()))).toBe(JSON.stringify(native))
        }),
      )
    })

    test('replaced texts read back, all else as it was', () => {
      fc.assert(
        fc.property(message, picks, (native, picked) => {
          const before = adapter.read(native)
          const changes = new Map<number, Rewrite>()
          const parts = before.parts.map((part, i): Content => {
            if (part.kind !== 'text' || !picked[i % 16]) return part
            changes.set(i, { kind: 'text', text: `new ${i}` })
            return { kind: 'text', text: `new ${i}` }
          })
          const written = adapter.write(native, changes)
          expect(adapter.read(written)).toEqual({ ...before, parts })
          expect(Object.keys(written as object)).toEqual(Object.keys(native))
          expect(freshBlocks(written, native).length).toBeLessThanOrEqual(changes.size)
        }),
      )
    })

    test('dropped parts are gone, all else as it was', () => {
      fc.assert(
        fc.property(message, picks, (native, picked) => {
          const before = adapter.read(native)
          const dropped = [...before.parts.keys()].filter((i) => picked[i % 16])
          // A message that says nothing any more is dropped whole by the core.
          fc.pre(without(before.parts, dropped).some(({ kind }) => kind !== 'thinking'))
          const written = adapter.write(native, new Map(dropped.map((i) => [i, null])))
          expect(unnumbered(adapter.read(written).parts)).toEqual(without(before.parts, dropped))
          // Only a call that loses the result inside it, or the one beside it that was signed for both, is written anew.
          const pairs = dropped.filter((i) => before.parts[i]?.kind === 'result' || before.parts[i]?.kind === 'call')
          expect(freshBlocks(written, native).length).toBeLessThanOrEqual(pairs.length)
        }),
      )
    })

    test('a result keeps some bodies, in their order', () => {
      fc.assert(
        fc.property(message, picks, (native, picked) => {
          const { parts } = adapter.read(native)
          parts.forEach((part, i) => {
            if (part.kind !== 'result') return
            const kept = [...part.body.keys()].filter((index) => picked[index % 16])
            fc.pre(kept.length > 0)
            const body = kept.map((index) => ({ kind: 'keep' as const, index }))
            const written = adapter.write(native, new Map([[i, { ...part, body }]]))
            expect(adapter.read(written).parts).toEqual(parts.with(i, { ...part, body: kept.map((index) => part.body[index]!) }))
          })
        }),
      )
    })
  },
)
