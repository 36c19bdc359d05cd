/** Gemini's generateContent. */
import type { Dialect, Exchange, Incoming } from '../dialect.js'
import { type Fields, fieldsOf, isFields, listOf, objectOf, textOf } from '../fields.js'
import type { Part, Turn } from '../prompt.js'
import type { Finish } from '../script.js'
import { seal } from '../seal.js'
import { event, pieces } from '../sse.js'
import type { Usage } from '../usage.js'
import { check } from './check.js'
import { error, errorEvent, fault } from './errors.js'

export const gemini: Dialect = {
  name: 'gemini',
  overflow: 'gemini',
  callPrefix: 'call_',
  modelOf: ({ path }) => decodeURIComponent(/\/models\/([^/:]+):/.exec(path)?.[1] ?? ''),
  read(request, rules) {
    const { body, path } = request
    const contents = listOf(body.contents)
    check(contents, rules)
    const config = fieldsOf(body.generationConfig)
    const system = partsOf(fieldsOf(body.systemInstruction))
    return {
      stream: path.includes(':streamGenerateContent'),
      ...(typeof config.maxOutputTokens === 'number' && { maxTokens: config.maxOutputTokens }),
      prompt: {
        scope: JSON.stringify(['gemini', this.modelOf(request)]),
        tools: listOf(body.tools).flatMap(toolParts),
        turns: [...(system.length > 0 ? [{ role: 'system' as const, parts: system }] : []), ...contents.map(turnOf)],
      },
    }
  },
  write,
  stream,
  error,
  fault,
  errorEvent,
}

function toolParts(tool: Fields): Part[] {
  const declared = listOf(tool.functionDeclarations)
  if (declared.length === 0) return [{ kind: 'tool', tool: Object.keys(tool).join(), text: JSON.stringify(tool) }]
  return declared.map((each) => ({ kind: 'tool', tool: textOf(each.name), text: JSON.stringify(each) }))
}

function turnOf(content: Fields): Turn {
  const parts = partsOf(content)
  return { role: content.role === 'model' ? 'assistant' : parts.some(({ kind }) => kind === 'result') ? 'tool' : 'user', parts }
}

const partsOf = (content: Fields): Part[] => listOf(content.parts).map(partOf)

/** Without an id, a result answers the call of its name. */
function partOf(part: Fields): Part {
  const { functionCall: call, functionResponse: answer } = part
  if (isFields(call))
    return { kind: 'call', id: textOf(call.id ?? call.name), tool: textOf(call.name), text: JSON.stringify(call.args ?? {}) }
  if (isFields(answer)) return { kind: 'result', id: textOf(answer.id ?? answer.name), text: JSON.stringify(answer.response) }
  if (typeof part.text === 'string') return { kind: part.thought === true ? 'thinking' : 'text', text: part.text }
  if (part.inlineData || part.fileData) return { kind: 'media', text: JSON.stringify(part.inlineData ?? part.fileData) }
  return { kind: 'other', text: JSON.stringify(part) }
}

const FINISH: Record<Finish, string> = { stop: 'STOP', calls: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY', window: 'MAX_TOKENS' }

/** The signature of what was thought stands on the first call, else on the last words. */
function write({ n, model, request, at, thinking, text, calls, finish, usage }: Exchange): Fields {
  const config = fieldsOf(fieldsOf(request.body.generationConfig).thinkingConfig)
  const signature = thinking === undefined ? {} : { thoughtSignature: seal({ text: thinking }) }
  const parts: Fields[] = []
  if (thinking && config.includeThoughts === true) parts.push({ text: thinking, thought: true })
  if (text) parts.push({ text, ...(calls.length === 0 && signature) })
  calls.forEach(({ id, tool, args }, i) => {
    parts.push({ functionCall: { id, name: tool, args: objectOf(args) }, ...(i === 0 && signature) })
  })
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: FINISH[finish], index: 0 }],
    usageMetadata: usageOf(usage),
    modelVersion: model,
    createTime: new Date(at * 1_000).toISOString(),
    responseId: `gemini-${n}`,
  }
}

function usageOf({ input, cacheRead, output, thinking }: Usage): Fields {
  return {
    promptTokenCount: input,
    ...(cacheRead > 0 && { cachedContentTokenCount: cacheRead }),
    candidatesTokenCount: output - thinking,
    ...(thinking > 0 && { thoughtsTokenCount: thinking }),
    totalTokenCount: input + output,
  }
}

/** Every piece is an answer of its own; the last one says why it ended. A call comes whole. */
function stream(answer: Fields, _request: Incoming, size: number): string[] {
  const [candidate = {}] = listOf(answer.candidates)
  const parts = listOf(fieldsOf(candidate.content).parts).flatMap((part) => {
    if (typeof part.text !== 'string') return [part]
    const { thoughtSignature, ...plain } = part
    const cut = pieces(part.text, size).map((text) => ({ ...plain, text }) as Fields)
    return thoughtSignature === undefined ? cut : [...cut, { text: '', thoughtSignature }]
  })
  const chunk = (more: Fields) => event({ ...answer, candidates: [{ index: 0, ...more }] })
  return [
    ...parts.map((part) => chunk({ content: { role: 'model', parts: [part] } })),
    chunk({ content: { role: 'model', parts: [{ text: '' }] }, finishReason: candidate.finishReason }),
  ]
}
