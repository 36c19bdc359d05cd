/** Failures as the providers' own SDKs meet them; the server outlives every one. */
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../src/testing/index.js'
import { anthropic, type Client, clients, gemini, openaiChat } from './clients.js'
import { scripted } from './started.js'

interface Failure {
  status?: number
  message: string
  headers?: Headers
}

/** The error of one call; then the server still answers. */
async function failure(client: Client, reply: Reply, stream = false): Promise<Failure> {
  const { url } = await scripted([reply, 'Still here.'])
  const history = [client.user('Hello')]
  const error = await client.ask(url, history, { stream }).then(
    ({ text }) => ({ message: `no error, but: ${text}` }),
    (thrown: Failure) => thrown,
  )
  expect((await client.ask(url, history)).text).toBe('Still here.')
  return error
}

describe.each(clients)('$name', (client) => {
  const statuses: { [name: string]: number[] } = { anthropic: [401, 429, 500, 529], gemini: [400, 429, 500, 503] }
  const [unauthorized, limited, failed, overloaded] = statuses[client.name] ?? [401, 429, 500, 503]

  test.each([
    [{ fault: 'unauthorized' }, unauthorized, /key/i],
    [{ fault: 'rate limited', retryAfter: 7 }, limited, /rate limit|quota/i],
    [{ fault: 'server error' }, failed, /error/i],
    [{ fault: 'overloaded' }, overloaded, /overloaded/i],
  ] as const)('%j is the provider’s own error, streamed or not', async (reply, status, words) => {
    for (const stream of [false, true]) {
      const error = await failure(client, reply, stream)
      expect(error.status).toBe(status)
      expect(error.message).toMatch(words)
      if (error.headers && 'retryAfter' in reply) expect(error.headers.get('retry-after')).toBe('7')
    }
  })

  test('a reset in mid-stream is an error, not an end', async () => {
    const text = 'A long answer that will not come to its end. '.repeat(20)
    expect((await failure(client, { text, broken: { how: 'reset', after: 4 } }, true)).message).not.toMatch('no error')
    expect((await failure(client, { text, broken: { how: 'reset', after: 0 } }, true)).message).not.toMatch('no error')
    expect((await failure(client, { text, broken: { how: 'reset' } })).message).not.toMatch('no error')
  })

  test.each([
    ['before the first byte', { first: 60_000 }, false],
    ['in mid-stream', { between: 60_000 }, true],
  ])('a client that leaves %s is noted', async (_when, pace, billed) => {
    const { url, calls } = await scripted(() => ({ text: 'One, two, three.', pace }))
    const leaving = new AbortController()
    const asked = client.ask(url, [client.user('Hello')], { stream: true, signal: leaving.signal })
    await expect.poll(() => calls[0] && calls[0].body !== null && (calls[0].usage !== undefined) === billed).toBe(true)
    leaving.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(() => calls[0]?.aborted).toBe(true)
  })
})

const text = 'Half of this is lost. '.repeat(10)

const early = /ended|finish_reason/
/** Google's SDK takes an end for the end. */
const unnoticed = /no error, but: /

test.each(
  clients.flatMap((client) => [
    { client, name: client.name, how: 'malformed' as const, words: /JSON/ },
    { client, name: client.name, how: 'error' as const, words: /The ship sank/ },
    { client, name: client.name, how: 'unfinished' as const, words: client === gemini ? unnoticed : early },
    { client, name: client.name, how: 'empty' as const, words: client === gemini ? unnoticed : early },
  ]),
)('$name: a stream of the kind $how is met as the SDK meets it', async ({ client, how, words }) => {
  const { message } = await failure(client, { text, broken: { how, after: 5, message: 'The ship sank' } }, true)
  expect(message).toMatch(words)
})

test('a broken answer that was begun is billed, a refused one is not', async () => {
  const replies: Reply[] = [{ fault: 'rate limited' }, { text, broken: { how: 'reset', after: 3 } }, 'Well.']
  const { url, calls } = await scripted(replies)
  for (const _reply of replies) await openaiChat.ask(url, [openaiChat.user('Hello')], { stream: true }).catch(() => {})
  expect(calls.map(({ usage, broken, aborted }) => ({ billed: usage !== undefined, broken, aborted }))).toEqual([
    { billed: false, broken: undefined, aborted: false },
    { billed: true, broken: true, aborted: false },
    { billed: true, broken: undefined, aborted: false },
  ])
})

test('nothing arrives before its time', async () => {
  const { url } = await scripted([{ text: 'Slow', pace: { first: 60, between: 20, size: 1 } }])
  const start = performance.now()
  const { text: heard } = await anthropic.ask(url, [anthropic.user('Hello')], { stream: true })
  expect(heard).toBe('Slow')
  expect(performance.now() - start).toBeGreaterThan(60 + 7 * 20 - 20)
})

test('what is no provider’s path is not found, and what is no JSON is refused', async () => {
  const { url, calls } = await scripted([])
  expect((await fetch(`${url}/v1/embeddings`, { method: 'POST', body: '{}' })).status).toBe(404)
  expect((await fetch(`${url}/api/hello`, { method: 'HEAD' })).status).toBe(404)
  expect((await fetch(`${url}/v1/messages?beta=true`, { method: 'POST', body: '{"model' })).status).toBe(400)
  expect(calls.map(({ method, path, raw }) => [method, path, raw])).toEqual([
    ['POST', '/v1/embeddings', '{}'],
    ['HEAD', '/api/hello', ''],
    ['POST', '/v1/messages?beta=true', '{"model'],
  ])
})

test('models are listed in the shape of whoever asks', async () => {
  const { url } = await scripted([], { models: { 'gpt-5.4': { window: 16_000 }, 'claude-opus-5-5': {} } })
  const listed = await new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' }).models.list()
  expect(listed.data.map(({ id }) => id)).toEqual(['gpt-5.4', 'claude-opus-5-5'])
  const asked = await fetch(`${url}/v1/models`, { headers: { 'anthropic-version': '2023-06-01' } })
  expect(await asked.json()).toMatchObject({ has_more: false, data: [{ type: 'model', id: 'gpt-5.4' }, { id: 'claude-opus-5-5' }] })
  expect(await (await fetch(`${url}/v1beta/models`)).json()).toMatchObject({
    models: [{ name: 'models/gpt-5.4', inputTokenLimit: 16_000 }, {}],
  })
})
