/** Takes one call from the wire to its answer: check, window, script, cache, usage, send. */
import type { ServerResponse } from 'node:http'
import { type Block, continued, layOut, tokensUpTo } from './blocks.js'
import { type Cache, cacheBy, type Found } from './cache/index.js'
import type { Call } from './call.js'
import type { Dialect, Exchange, Incoming, Memory, Received } from './dialect.js'
import { isFields } from './fields.js'
import { type ModelRules, rulesOf } from './models.js'
import { isOver, overflow } from './overflow.js'
import type { Part } from './prompt.js'
import { Refused } from './refused.js'
import type { Route } from './routes.js'
import type { Answer, Asked, Refusal, Reply, Script } from './script.js'
import { respond, sendStream, sendWhole } from './send.js'
import { type Count, tokensIn } from './tokens.js'
import type { Usage } from './usage.js'

export interface ServiceOptions {
  script: Script
  models: { [name: string]: Partial<ModelRules> }
  now: () => number
  count: Count
  closing: AbortSignal
}

/** A request that the provider takes. */
interface Taken {
  dialect: Dialect
  request: Incoming
  model: string
  rules: ModelRules
  received: Received
  blocks: Block[]
}

const PIECE = 24

export class Service {
  private asked = 0
  private readonly caches = new Map<string, Cache>()
  private readonly memory: Memory = { items: new Map(), conversations: new Map(), thoughtOf: new Map() }

  constructor(private readonly options: ServiceOptions) {}

  async take({ dialect, counts }: Route, path: string, call: Call, response: ServerResponse): Promise<void> {
    const headers = { 'request-id': `req_${this.asked}`, 'x-request-id': `req_${this.asked}` }
    let taken: Taken
    try {
      taken = this.read(dialect, path, call, counts === true)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      call.refused = error.message
      return respond(response, dialect.error(error.message, error.details), headers)
    }
    const tokens = tokensUpTo(taken.blocks)
    if (counts) return respond(response, { status: 200, body: { input_tokens: tokens, totalTokens: tokens } }, headers)

    const { rules, received } = taken
    const numbers = { input: tokens, output: received.maxTokens ?? 0, window: rules.window }
    const said = isOver(rules.overflow, numbers) ? overflow(rules.overflow, numbers) : {}
    if ('status' in said) {
      call.refused = JSON.stringify(said.body)
      return respond(response, said, headers)
    }
    const n = this.asked++
    const reply = await this.reply(n, taken)
    if ('status' in reply) return respond(response, reply, headers)
    await this.answer(n, taken, { ...reply, ...said }, call, response, headers)
  }

  private read(dialect: Dialect, path: string, call: Call, counts: boolean): Taken {
    call.body = parse(call.raw)
    if (!isFields(call.body)) throw new Refused('We could not parse the JSON body of your request.')
    const body = counts ? { max_tokens: 0, ...call.body } : call.body
    const request = { path, headers: call.headers, body }
    const model = dialect.modelOf(request)
    const rules = rulesOf(dialect, model, this.options.models[model])
    const received = dialect.read(request, rules, this.memory)
    return { dialect, request, model, rules, received, blocks: layOut(received.prompt, this.options.count) }
  }

  /** What the script says, as an answer or in the provider's own shape of an error. */
  private async reply(n: number, { dialect, model, received, blocks }: Taken): Promise<Answer | Refusal> {
    const { stream, maxTokens, prompt } = received
    const asked: Asked = {
      n,
      dialect: dialect.name,
      model,
      stream,
      ...(maxTokens !== undefined && { maxTokens }),
      tools: prompt.tools.map(({ tool = '' }) => tool),
      turns: prompt.turns,
      tokens: tokensUpTo(blocks),
    }
    try {
      const reply = await said(this.options.script, asked)
      if (typeof reply === 'string') return { text: reply }
      return 'fault' in reply ? dialect.fault(reply) : reply
    } catch (error) {
      return dialect.error(`the script failed: ${String(error)}`, { status: 500 })
    }
  }

  private async answer(n: number, taken: Taken, answer: Answer, call: Call, response: ServerResponse, headers: Headers): Promise<void> {
    const { dialect, request, model, rules, received, blocks } = taken
    const { now, count, closing } = this.options
    const parts = spoken(answer, (i) => `${dialect.callPrefix}${n}_${i}`)
    const found = this.cache(model, rules).look(blocks, now())
    const usage = bill(tokensUpTo(blocks), parts, found, answer, count)
    const exchange: Exchange = {
      n,
      model,
      request,
      received,
      rules,
      memory: this.memory,
      at: Math.floor(now() / 1_000),
      ...(answer.thinking !== undefined && { thinking: answer.thinking }),
      ...(answer.text !== undefined && { text: answer.text }),
      calls: parts.flatMap(({ kind, id = '', tool = '', text }) => (kind === 'call' ? [{ id, tool, args: text }] : [])),
      finish: answer.finish ?? (answer.calls?.length ? 'calls' : 'stop'),
      usage,
    }
    const whole = dialect.write(exchange)
    const left = new AbortController()
    response.on('close', () => left.abort())
    if (answer.broken) call.broken = true
    const sending = {
      response,
      headers,
      signal: AbortSignal.any([closing, left.signal]),
      ...(answer.pace && { pace: answer.pace }),
      ...(answer.broken && { broken: answer.broken }),
      begun() {
        call.usage = usage
        found.store(now(), continued(blocks, { role: 'assistant', parts }, count))
      },
    }
    const { message = 'Overloaded', code } = answer.broken ?? {}
    if (received.stream) {
      const events = dialect.stream(whole, request, answer.pace?.size ?? PIECE)
      return sendStream(events, dialect.errorEvent(message, code, whole), sending)
    }
    return sendWhole(JSON.stringify(whole), dialect.error(message, { status: 500, code: code ?? null }), sending)
  }

  private cache(model: string, rules: ModelRules): Cache {
    const cache = this.caches.get(model) ?? cacheBy(rules.cache)
    this.caches.set(model, cache)
    return cache
  }
}

type Headers = { [name: string]: string }

function said(script: Script, asked: Asked): Reply | Promise<Reply> {
  if (typeof script === 'function') return script(asked)
  const reply = script[asked.n]
  if (reply === undefined) throw new RangeError(`it holds ${script.length} replies, and this is call ${asked.n + 1}`)
  return reply
}

/** The answer in neutral form. */
function spoken({ thinking, text, calls = [] }: Answer, idOf: (i: number) => string): Part[] {
  return [
    ...(thinking === undefined ? [] : [{ kind: 'thinking' as const, text: thinking }]),
    ...(text ? [{ kind: 'text' as const, text }] : []),
    ...calls.map(({ tool, args = {}, id }, i) => ({
      kind: 'call' as const,
      id: id ?? idOf(i),
      tool,
      text: typeof args === 'string' ? args : JSON.stringify(args),
    })),
  ]
}

function bill(input: number, parts: readonly Part[], found: Found, { reported = {} }: Answer, count: Count): Usage {
  const tokens = (of: readonly Part[]) => of.reduce((sum, part) => sum + tokensIn(part, count), 0)
  const output = reported.output ?? tokens(parts)
  const prompt = reported.input ?? input
  const cacheRead = Math.min(found.read, prompt)
  return {
    input: prompt,
    cacheRead,
    ...(found.write !== undefined && { cacheWrite: Math.min(found.write, prompt - cacheRead), longWrite: found.longWrite ?? 0 }),
    output,
    thinking: Math.min(output, tokens(parts.filter(({ kind }) => kind === 'thinking'))),
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}
