/** Gemini's contents. */
import { ShapeError } from '../errors.js'
import type { Adapter, Content, Draft, Role } from '../types.js'
import { asText, rewriteItems } from './blocks.js'
import { excerpt, type Fields, isFields } from './fields.js'
import { isSealed, makePart, readPart, writePart } from './gemini-parts.js'
import { draftOf, messageFields, roleIn } from './message.js'
import { bodyOf, openRequest, sample, withList } from './request.js'

export const gemini: Adapter = {
  name: 'gemini',
  rules: { startsWithUser: true, nonEmpty: ['system', 'user', 'assistant', 'tool'], noBlankText: true },

  detect(request) {
    const { contents } = bodyOf(request)
    return typeof contents === 'string' || Array.isArray(contents) || sample(request).some(isContent)
  },

  open(request) {
    const opened = openRequest(request, 'google', 'contents')
    const body = bodyOf(request)
    // The SDK keeps in `config` what the wire has in the body itself.
    const config = isFields(body.config) ? body.config : body
    const { generationConfig, systemInstruction = body.system_instruction, tools } = config
    const limits = isFields(generationConfig) ? generationConfig : config
    if (systemInstruction !== undefined) opened.system = systemInstruction
    if (Array.isArray(tools)) Object.assign(opened, { tools, toolNames: tools.flatMap(namesIn) })
    if (typeof limits.maxOutputTokens === 'number') opened.maxOutput = limits.maxOutputTokens
    return { ...opened, heldByServer: false, boundThinking: false }
  },

  read(native): Draft {
    if (typeof native === 'string') return { role: 'user', parts: [{ kind: 'text', text: native }] }
    const content = messageFields(isFields(native) && native.role === undefined ? { ...native, role: 'user' } : native)
    const role = roleIn(ROLES, content)
    const parts = readParts(content.parts)
    const onlyResults = role === 'user' && parts.length > 0 && parts.every((part) => part.kind === 'result')
    return draftOf(content, onlyResults ? 'tool' : role, parts)
  },

  write(native, changes) {
    if (typeof native === 'string') return asText(changes.get(0) ?? { kind: 'text', text: native })
    const content = native as Fields
    const parts = partsOf(content.parts)
    const rewritten = rewriteItems(parts, 0, changes, writePart)
    return { ...content, ...(rewritten !== parts && { parts: resigned(parts, rewritten) }) }
  },

  make: ({ role, parts }) => ({ role: role === 'assistant' ? 'model' : 'user', parts: parts.map(makePart) }),

  finish(request, contents) {
    const [only] = contents
    if (typeof bodyOf(request).contents !== 'string') return withList(request, contents, 'contents')
    if (contents.length === 1 && typeof only === 'string') return withList(request, only, 'contents')
    const user = (content: unknown) => (typeof content === 'string' ? { role: 'user', parts: [{ text: content }] } : content)
    return withList(request, contents.map(user), 'contents')
  },
}

const ROLES: { [native: string]: Role } = { user: 'user', model: 'assistant', function: 'tool', system: 'system' }

function partsOf(parts: unknown): readonly unknown[] {
  if (parts === undefined || parts === null) return []
  if (Array.isArray(parts)) return parts
  throw new ShapeError(`the parts of a content are a list; this is ${excerpt(parts)}`)
}

function readParts(given: unknown): Content[] {
  const met = new Map<string, number>()
  return partsOf(given).map((part) => {
    const key = nameOf(part)
    const ordinal = met.get(key) ?? 0
    if (key !== '') met.set(key, ordinal + 1)
    return readPart(part, ordinal)
  })
}

/** What a call or response without an id goes by. */
function nameOf(part: unknown): string {
  const { functionCall, functionResponse } = bodyOf(part)
  if (isFields(functionCall)) return functionCall.id ? '' : `call ${String(functionCall.name)}`
  return isFields(functionResponse) && !functionResponse.id ? `response ${String(functionResponse.name)}` : ''
}

/** Of calls made side by side only the first is signed. When that one goes, the next takes the word the provider has for such cases. */
function resigned(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const lost = before.some((part) => isCall(part) && isSealed(part) && !after.includes(part))
  const first = after.findIndex(isCall)
  if (!lost || first < 0 || isSealed(after[first] as Fields)) return after
  return after.with(first, { ...(after[first] as Fields), thoughtSignature: UNSIGNED })
}

const UNSIGNED = 'skip_thought_signature_validator'

const isCall = (part: unknown): part is Fields => isFields(part) && isFields(part.functionCall)

function namesIn(tool: unknown): string[] {
  const { functionDeclarations } = bodyOf(tool)
  if (!Array.isArray(functionDeclarations)) return []
  return functionDeclarations.flatMap((declared) => (isFields(declared) && typeof declared.name === 'string' ? [declared.name] : []))
}

/** Parts of other formats have a type. */
const isContent = ({ parts }: Fields): boolean => Array.isArray(parts) && parts.every((part) => isFields(part) && part.type === undefined)
