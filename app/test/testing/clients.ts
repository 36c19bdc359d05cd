/** The providers' own SDKs behind one face, so that a table can hold what is true of all of them. */
import { GoogleGenAI } from '@google/genai'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'

export interface Client {
  name: string
  model: string
  user(text: string): unknown
  ask(url: string, history: readonly unknown[], options?: AskOptions): Promise<Heard>
  /** What tools said, in the order of the calls. */
  results(calls: readonly HeardCall[], texts: readonly string[]): unknown[]
}

interface AskOptions {
  model?: string
  stream?: boolean
  system?: string
  signal?: AbortSignal
  /** Names; every tool takes `{ path }`. */
  tools?: readonly string[]
  maxTokens?: number
}

interface HeardCall {
  id: string
  tool: string
  args: unknown
}

export interface Heard {
  text: string
  calls: HeardCall[]
  finish: unknown
  usage: { input: number; cacheRead: number; cacheWrite?: number; output: number }
  /** What goes into the history. */
  native: unknown[]
}

const SCHEMA = { type: 'object' as const, properties: { path: { type: 'string' as const } } }

const openai = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0, logLevel: 'off' })

export const openaiChat: Client = {
  name: 'openai, chat',
  model: 'gpt-5.4',
  user: (content) => ({ role: 'user', content }),
  async ask(url, history, { model = openaiChat.model, stream, system, signal, tools = [], maxTokens } = {}) {
    const body = {
      model,
      messages: [...(system ? [{ role: 'system', content: system }] : []), ...history] as OpenAI.ChatCompletionMessageParam[],
      ...(tools.length > 0 && {
        tools: tools.map((name) => ({ type: 'function' as const, function: { name, parameters: SCHEMA } })),
      }),
      ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
    }
    const { completions } = openai(url).chat
    const answer = stream
      ? await completions.stream({ ...body, stream_options: { include_usage: true } }, { signal }).finalChatCompletion()
      : await completions.create(body, { signal })
    const [choice] = answer.choices
    const { message, finish_reason: finish } = choice as (typeof answer.choices)[number]
    const { usage } = answer
    const details = usage?.prompt_tokens_details as { cached_tokens: number; cache_write_tokens?: number } | undefined
    return {
      text: message.content ?? '',
      calls: (message.tool_calls ?? []).flatMap((call) =>
        call.type === 'function' ? [{ id: call.id, tool: call.function.name, args: JSON.parse(call.function.arguments) }] : [],
      ),
      finish,
      usage: {
        input: usage?.prompt_tokens ?? 0,
        cacheRead: details?.cached_tokens ?? 0,
        ...(details?.cache_write_tokens !== undefined && { cacheWrite: details.cache_write_tokens }),
        output: usage?.completion_tokens ?? 0,
      },
      native: [message],
    }
  },
  results: (calls, texts) => calls.map(({ id }, i) => ({ role: 'tool', tool_call_id: id, content: texts[i] })),
}

export const openaiResponses: Client = {
  name: 'openai, responses',
  model: 'gpt-5.5',
  user: (content) => ({ role: 'user', content }),
  async ask(url, history, { model = openaiResponses.model, stream, system, signal, tools = [], maxTokens } = {}) {
    const body = {
      model,
      store: false,
      include: ['reasoning.encrypted_content' as const],
      input: [...history] as OpenAI.Responses.ResponseInput,
      ...(system && { instructions: system }),
      ...(tools.length > 0 && {
        tools: tools.map((name) => ({ type: 'function' as const, name, parameters: SCHEMA, strict: false })),
      }),
      ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    }
    const { responses } = openai(url)
    const answer = stream ? await last(await responses.create({ ...body, stream }, { signal })) : await responses.create(body, { signal })
    const { usage } = answer
    return {
      text: answer.output
        .flatMap((item) => (item.type === 'message' ? item.content.map((part) => ('text' in part ? part.text : '')) : []))
        .join(''),
      calls: answer.output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, tool: item.name, args: JSON.parse(item.arguments) }] : [],
      ),
      finish: answer.status,
      usage: {
        input: usage?.input_tokens ?? 0,
        cacheRead: usage?.input_tokens_details.cached_tokens ?? 0,
        output: usage?.output_tokens ?? 0,
      },
      native: answer.output,
    }
  },
  results: (calls, texts) => calls.map(({ id }, i) => ({ type: 'function_call_output', call_id: id, output: texts[i] })),
}

/** The response at the end of its stream; what it holds came in pieces before. */
async function last(events: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>): Promise<OpenAI.Responses.Response> {
  let heard = ''
  for await (const event of events) {
    if (event.type === 'response.output_text.delta') heard += event.delta
    if (event.type === 'response.failed') throw new Error(`${event.response.error?.code}: ${event.response.error?.message}`)
    if (event.type !== 'response.completed' && event.type !== 'response.incomplete') continue
    if (!JSON.stringify(event.response.output).includes(JSON.stringify(heard))) throw new Error(`the pieces say something else: ${heard}`)
    return event.response
  }
  throw new Error('the stream ended without its end')
}

export const anthropic: Client = {
  name: 'anthropic',
  model: 'claude-opus-5-5',
  user: (content) => ({ role: 'user', content }),
  async ask(url, history, { model = anthropic.model, stream, system, signal, tools = [], maxTokens = 1_000 } = {}) {
    const body = {
      model,
      max_tokens: maxTokens,
      cache_control: { type: 'ephemeral' as const },
      messages: history as Anthropic.MessageParam[],
      ...(system && { system }),
      ...(tools.length > 0 && { tools: tools.map((name) => ({ name, input_schema: SCHEMA })) }),
    }
    const { messages } = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0, logLevel: 'off' })
    const answer = stream ? await messages.stream(body, { signal }).finalMessage() : await messages.create(body, { signal })
    const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = answer.usage
    const [cacheRead, cacheWrite] = [cache_read_input_tokens ?? 0, cache_creation_input_tokens ?? 0]
    return {
      text: answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
      calls: answer.content.flatMap((block) => (block.type === 'tool_use' ? [{ id: block.id, tool: block.name, args: block.input }] : [])),
      finish: answer.stop_reason,
      usage: { input: input_tokens + cacheRead + cacheWrite, cacheRead, cacheWrite, output: output_tokens },
      native: [{ role: 'assistant', content: answer.content }],
    }
  },
  results: (calls, texts) => [
    { role: 'user', content: calls.map(({ id }, i) => ({ type: 'tool_result', tool_use_id: id, content: texts[i] })) },
  ],
}

export const gemini: Client = {
  name: 'gemini',
  model: 'gemini-3-pro',
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  async ask(url, history, { model = gemini.model, stream, system, signal, tools = [], maxTokens } = {}) {
    const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })
    const request = {
      model,
      contents: history as never[],
      config: {
        ...(signal && { abortSignal: signal }),
        ...(system && { systemInstruction: system }),
        ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map((name) => ({ name, parametersJsonSchema: SCHEMA })) }] }),
        ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      },
    }
    const answers = []
    if (stream) for await (const chunk of await models.generateContentStream(request)) answers.push(chunk)
    else answers.push(await models.generateContent(request))
    const parts = answers.flatMap((answer) => answer.candidates?.[0]?.content?.parts ?? [])
    const usage = answers.at(-1)?.usageMetadata
    return {
      text: parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
      calls: parts.flatMap(({ functionCall: call }) => (call ? [{ id: call.id ?? '', tool: call.name ?? '', args: call.args }] : [])),
      finish: answers.at(-1)?.candidates?.[0]?.finishReason,
      usage: {
        input: usage?.promptTokenCount ?? 0,
        cacheRead: usage?.cachedContentTokenCount ?? 0,
        output: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
      },
      native: [{ role: 'model', parts }],
    }
  },
  results: (calls, texts) => [
    {
      role: 'user',
      parts: calls.map(({ id, tool }, i) => ({ functionResponse: { id, name: tool, response: { output: texts[i] } } })),
    },
  ],
}

export const clients = [openaiChat, openaiResponses, anthropic, gemini]
