/** Fixtures through the renderers of stories: a plain message as a step, and what an adapter reads as a plain message again. */
import { adapters } from '../../src/adapters/index.js'
import type { Adapter, Body, Content, Draft } from '../../src/types.js'
import { base64Of, flags } from './native-fields.js'
import { toAiSdk } from './native-ai-sdk.js'
import { toGemini } from './native-gemini.js'
import { toLangchain } from './native-langchain.js'
import { toPi } from './native-pi.js'
import { toResponses } from './native-responses.js'
import { shortest, type PlainMessage } from './notation-parse.js'
import type { Piece, Step, Story } from './story.js'

export type Rendered = keyof typeof RENDER

/** Each message by itself, so that none is merged with its neighbours. */
export const render = (format: Rendered, message: PlainMessage): unknown[] => RENDER[format](toStep(message))

const RENDER = {
  'openai-responses': (step: Step) => toResponses(story(step, 1)),
  gemini: (step: Step) => toGemini(story(step, 2)).contents,
  'ai-sdk': (step: Step) => toAiSdk(story(step, 1)),
  pi: (step: Step) => toPi(story(step, 1)),
  langchain: (step: Step) => toLangchain(story(step, 1)),
}

export const isRendered = (format: string): format is Rendered => format in RENDER

/** The seed decides on ids and signatures. */
const story = (step: Step, seed: number): Story => ({
  seed,
  steps: [step],
  faults: [],
  dress: { bare: true, recall: false, legacy: false, parts: false },
})

const toStep = (message: PlainMessage): Step => {
  const { role, content, tool_calls = [], tool_call_id = '', is_error = false, id, timestamp: at, pinned, ...rest } = message
  const contents: Content[] = typeof content === 'string' ? [{ kind: 'text', text: content }] : content
  const extra = flags(rest) as { [key: string]: boolean }
  const common = {
    ...(id && { id }),
    ...(at !== undefined && { at }),
    ...(pinned && { pinned }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
  if (role === 'system') return { kind: 'system', text: content as string, ...common }
  if (role === 'user') return { kind: 'user', pieces: contents.map(piece), ...common }
  if (role === 'tool') return { kind: 'result', callId: tool_call_id, tool: '', pieces: contents.map(piece), error: is_error, ...common }
  const thought = contents.find((part) => part.kind === 'thinking')
  const said = contents.find((part) => part.kind === 'text')
  return {
    kind: 'assistant',
    calls: tool_calls.map(({ id: callId, function: { name, arguments: args } }) => ({ id: callId, tool: name, args: args || '{}' })),
    ...(thought && { thinking: { text: thought.text, ...(thought.sealed && { seal: 'EqABsealed==' }) } }),
    ...(said && (said.text !== '' || tool_calls.length === 0) && { text: said.text }),
    ...common,
  }
}

const piece = (content: Content): Piece => {
  if (content.kind === 'text') return content
  if (content.kind === 'media') return { kind: 'image', base64: base64Of(content.source) }
  if (content.kind === 'opaque') return { kind: 'unknown', value: content.native as { type: string } }
  return { kind: 'text', text: JSON.stringify(content.kind === 'data' ? content.value : content) }
}

export const unrender = (format: Rendered, request: unknown): PlainMessage[] => {
  const adapter = adapters[format] as Adapter
  const messages = adapter.open(request).messages.flatMap((native) => fromDraft(adapter.read(native), ownFlags(native)))
  return format === 'openai-responses' ? messages.reduce(merge, []) : messages
}

/** Responses tell what is said and what is called apart. */
const merge = (told: PlainMessage[], message: PlainMessage): PlainMessage[] => {
  const last = told.at(-1)
  const continues =
    last?.role === 'assistant' && !last.tool_calls && message.role === 'assistant' && message.tool_calls && message.content === ''
  return continues ? told.with(-1, { ...last, ...message, content: last.content }) : [...told, message]
}

/** Where LangChain keeps what its classes have no room for. */
const ownFlags = (native: unknown): object => {
  const last = (Array.isArray(native) ? native.at(-1) : native) as { additional_kwargs?: object }
  return flags({ ...last, ...last.additional_kwargs })
}

const fromDraft = ({ role, parts }: Draft, own: object): PlainMessage[] => {
  const results = parts.flatMap((part): PlainMessage[] =>
    part.kind === 'result'
      ? [
          {
            role: 'tool',
            tool_call_id: part.callId,
            content: shortest(part.body.map(unknownAgain)),
            ...(part.error && { is_error: true }),
            ...own,
          },
        ]
      : [],
  )
  if (role === 'tool') return results
  const calls = parts.flatMap((part) =>
    part.kind === 'call' ? [{ id: part.callId, type: 'function' as const, function: { name: part.tool, arguments: part.args.text } }] : [],
  )
  const content = shortest(parts.filter(({ kind }) => kind !== 'call').map(printable))
  return [{ role, content, ...(calls.length > 0 && { tool_calls: calls }), ...own }]
}

/** Inside a result, a block that nobody knows is data. */
const unknownAgain = (body: Body): Content =>
  body.kind === 'data' && typeof body.value === 'object' && body.value !== null && 'type' in body.value
    ? { kind: 'opaque', native: body.value }
    : printable(body)

const printable = (content: Content): Content =>
  content.kind === 'media' ? { ...content, source: `data:image/png;base64,${base64Of(content.source)}` } : content
