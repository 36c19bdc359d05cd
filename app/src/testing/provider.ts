/** A server that stands in for the real providers: their wire formats, their refusals, their caches, and answers from a script. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Call } from './call.js'
import { Service } from './service.js'
import { listModels } from './listing.js'
import type { ModelRules } from './models.js'
import { openaiChat } from './openai/chat.js'
import { routeOf } from './routes.js'
import type { Script } from './script.js'
import { respond } from './send.js'
import { type Count, tokensOf } from './tokens.js'

export interface ProviderOptions {
  script: Script
  /** What is known of models, by name; also what `GET /v1/models` lists. Every other name is answered too, by the rules of its family. */
  models?: { [name: string]: Partial<ModelRules> }
  /** Decides what the cache still holds. Default: the clock. */
  now?: () => number
  /** Default: four characters a token. */
  count?: Count
}

export interface Provider {
  /** Without a path: OpenAI's base is `${url}/v1`, Anthropic's and Gemini's the url itself. */
  url: string
  /** Every request, answered or not, in the order it came. */
  calls: readonly Call[]
  close(): Promise<void>
}

export async function startProvider({ script, models = {}, now = Date.now, count = tokensOf }: ProviderOptions): Promise<Provider> {
  const calls: Call[] = []
  const closing = new AbortController()
  const service = new Service({ script, models, now, count, closing: closing.signal })

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?')
    const call: Call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      raw: '',
      body: null,
      at: now(),
      aborted: false,
    }
    calls.push(call)
    response.on('close', () => (call.aborted = !response.writableFinished && !call.broken && !closing.signal.aborted))
    response.on('error', () => {})
    call.raw = await text(request)
    const route = routeOf(path)
    if (request.method === 'GET' && path.endsWith('/models'))
      respond(response, { status: 200, body: listModels(path, request.headers, models) })
    else if (request.method === 'POST' && route) await service.take(route, path, call, response)
    else respond(response, openaiChat.error(`Invalid URL (${request.method} ${path})`, { status: 404 }))
    call.status = response.statusCode
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close() {
      closing.abort()
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
