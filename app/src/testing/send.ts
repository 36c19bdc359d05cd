/** Sends an answer at its pace, and breaks it where the script says so. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Broken, Refusal } from './script.js'
import { DONE } from './sse.js'

export interface Sending extends Pick<Answer, 'pace' | 'broken'> {
  response: ServerResponse
  headers: { [name: string]: string }
  /** Ends the waiting when the client or the server leaves. */
  signal: AbortSignal
  /** The answer is under way: from here on it is billed and can be read from the cache. */
  begun(): void
}

/** Long enough for what was written before to arrive: a reset throws away what the client has not read. */
const BEFORE_RESET = 15

export async function sendStream(events: readonly string[], errorEvent: string, sending: Sending): Promise<void> {
  const { response, pace = {}, broken, signal } = sending
  await wait(pace.first, signal)
  const stop = broken ? (broken.after ?? Math.floor(events.length / 2)) : Infinity
  if (broken?.how === 'reset' && stop === 0) return reset(response)
  begin(response, 200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', ...sending.headers })
  sending.begun()
  if (broken?.how === 'empty') return finish(response, events.filter((each) => each === DONE).join(''))
  for (const [i, event] of events.entries()) {
    if (i > 0) await wait(pace.between, signal)
    if (i !== stop) await write(response, event)
    else if (broken?.how === 'malformed') await write(response, halfOf(event))
    else return breakOff(response, broken as Broken, errorEvent)
  }
  finish(response)
}

/** A caller who does not stream gets half a body where a stream would end early. */
export async function sendWhole(body: string, error: Refusal, sending: Sending): Promise<void> {
  const { response, pace = {}, broken, headers, signal } = sending
  await wait(pace.first, signal)
  if (broken?.how === 'error') return respond(response, error, headers)
  if (broken?.how === 'reset' && broken.after === 0) return reset(response)
  const length = broken?.how === 'reset' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  begin(response, 200, { 'content-type': 'application/json', ...length, ...headers })
  sending.begun()
  if (!broken) return finish(response, body)
  if (broken.how === 'empty') return finish(response)
  await write(response, body.slice(0, body.length >> 1))
  if (broken.how === 'reset') return breakOff(response, broken, '')
  finish(response)
}

export function respond(response: ServerResponse, { status, body, headers }: Refusal, more: { [name: string]: string } = {}): void {
  begin(response, status, { 'content-type': 'application/json', ...more, ...headers })
  finish(response, typeof body === 'string' ? body : JSON.stringify(body))
}

function begin(response: ServerResponse, status: number, headers: { [name: string]: string }): void {
  response.writeHead(status, headers)
  response.flushHeaders()
}

async function breakOff(response: ServerResponse, { how }: Broken, errorEvent: string): Promise<void> {
  if (how === 'reset') {
    await sleep(BEFORE_RESET)
    return reset(response)
  }
  finish(response, how === 'error' ? errorEvent : '')
}

const reset = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy()
}

const finish = (response: ServerResponse, last = ''): void => {
  response.end(last)
}

const halfOf = (event: string): string => `${event.slice(0, event.length >> 1)}\n\n`

function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (response.destroyed) reject(new Error('the client left'))
    else response.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

const wait = async (ms: number | undefined, signal: AbortSignal): Promise<void> => {
  if (ms) await sleep(ms, undefined, { signal })
}
