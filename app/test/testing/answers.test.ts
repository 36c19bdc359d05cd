/** What every provider's own SDK hears, whole and streamed. */
import { describe, expect, test } from 'vitest'
import { tokensOf } from '../../src/testing/index.js'
import { clients } from './clients.js'
import { scripted } from './started.js'

const both = clients.flatMap((client) => [
  { client, name: client.name, stream: false, how: 'whole' },
  { client, name: client.name, stream: true, how: 'streamed' },
])

const FINISH: { [name: string]: [stop: string, calls: string, length: string] } = {
  'openai, chat': ['stop', 'tool_calls', 'length'],
  'openai, responses': ['completed', 'completed', 'incomplete'],
  anthropic: ['end_turn', 'tool_use', 'max_tokens'],
  gemini: ['STOP', 'STOP', 'MAX_TOKENS'],
}

describe.each(both)('$name, $how', ({ client, stream, name }) => {
  const [stop, calls, length] = FINISH[name] ?? []
  const question = 'How deep does she lie? '.repeat(10)

  test('an answer arrives word for word, with its usage', async () => {
    const words = 'Three fathoms — 三 — and no more. '.repeat(5)
    const { url, calls: seen } = await scripted([words])
    const { text, finish, usage } = await client.ask(url, [client.user(question)], { stream, system: 'You are a pilot.' })
    expect({ text, finish }).toEqual({ text: words, finish: stop })
    expect(usage).toMatchObject({ input: tokensOf(question) + tokensOf('You are a pilot.'), cacheRead: 0, output: tokensOf(words) })
    expect(seen[0]).toMatchObject({ method: 'POST', status: 200, aborted: false, usage: { ...usage } })
  })

  test('parallel calls are made, answered and sent back', async () => {
    const scriptedCalls = [
      { tool: 'read', args: { path: 'hull.txt' } },
      { tool: 'list', args: { path: 'deck/' } },
    ]
    const { url, calls: seen } = await scripted([{ text: 'Let me look.', thinking: 'Two places.', calls: scriptedCalls }, 'All is well.'])
    const options = { stream, tools: ['read', 'list'] }
    const history = [client.user(question)]
    const first = await client.ask(url, history, options)
    expect(first.text).toBe('Let me look.')
    expect(first.calls.map(({ tool, args }) => ({ tool, args }))).toEqual(scriptedCalls)
    expect(first.finish).toBe(calls)
    history.push(...first.native, ...client.results(first.calls, ['planks', 'ropes']))
    expect((await client.ask(url, history, options)).text).toBe('All is well.')
    expect(seen.map(({ status, refused }) => [status, refused])).toEqual([
      [200, undefined],
      [200, undefined],
    ])
  })

  test('an answer cut by its limit says so', async () => {
    const { url } = await scripted([{ text: 'Three fath', finish: 'length' }])
    const { text, finish } = await client.ask(url, [client.user(question)], { stream, maxTokens: 16 })
    expect({ text, finish }).toEqual({ text: 'Three fath', finish: length })
  })
})

test('a script sees every request in the same neutral form', async () => {
  for (const client of clients) {
    const { url } = await scripted(({ n, turns, tools, tokens }) =>
      n === 0
        ? { calls: [{ tool: 'read', args: { path: 'x' } }], thinking: 'Look.' }
        : JSON.stringify({ turns: turns.slice(0, 2), last: turns.at(-1), tools, tokens: tokens > 0 }),
    )
    const history = [client.user('Read x')]
    const options = { tools: ['read'], system: 'Be brief.' }
    const first = await client.ask(url, history, options)
    history.push(...first.native, ...client.results(first.calls, ['xyz']))
    const heard = JSON.parse((await client.ask(url, history, options)).text)
    expect(heard).toMatchObject({
      turns: [
        { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
        { role: 'user', parts: [{ kind: 'text', text: 'Read x' }] },
      ],
      last: { role: 'tool', parts: [{ kind: 'result', id: first.calls[0]?.id }] },
      tools: ['read'],
      tokens: true,
    })
  }
})

test('a list that ended, or a script that throws, is told from a provider’s answer', async () => {
  const [client] = clients
  const { url } = await scripted([])
  await expect(client?.ask(url, [client.user('Hello')])).rejects.toThrow(
    'the script failed: RangeError: it holds 0 replies, and this is call 1',
  )
})

test('a chat stream tells its usage only to those who ask', async () => {
  const { url } = await scripted(() => 'Well.')
  const ask = async (more: object) => {
    const body = { model: 'gpt-5.4', stream: true, messages: [{ role: 'user', content: 'Hello' }], ...more }
    return (await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) })).text()
  }
  expect(await ask({})).not.toContain('usage')
  expect(await ask({ stream_options: { include_usage: true } })).toMatch(
    /"choices":\[\],"usage":\{"prompt_tokens":2,[^\n]*\n\ndata: \[DONE\]\n\n$/,
  )
})
