/** Function responses of Gemini: an object, by custom with one text under `output` or `error`, and media beside it. */
import type { Body, Content, Json, Rewrite } from '../types.js'
import { asText } from './blocks.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { readMedia } from './gemini-media.js'
import { kept } from './result-body.js'

export function readResponse(given: Fields, callId: string): Content {
  return { kind: 'result', callId, tool: stringOr(given.name, ''), body: bodyOf(given), error: failed(given) }
}

export function writeResponse(given: Fields, change: Rewrite): Fields {
  const originals = bodyOf(given)
  const bodies = change.kind === 'result' ? change.body : [change]
  const whole = bodies.map((body) => (body.kind === 'keep' ? kept(originals, body.index) : body))
  const { parts: _, ...rest } = given
  const media = mediaIn(whole)
  return { ...rest, response: responseOf(whole, keyOf(given)), ...(media.length > 0 && { parts: media }) }
}

export const makeResponse = (result: Rewrite & { kind: 'result' }, named: Fields): Fields =>
  writeResponse({ ...named, response: { [result.error ? 'error' : 'output']: '' } }, result)

/** Keys under which a text alone is the whole response. */
const KEYS = ['output', 'error', 'result', 'content']

const failed = ({ response }: Fields): boolean => isFields(response) && response.error !== undefined && response.error !== null

function keyOf(given: Fields): string {
  return onlyText(given)?.key ?? (failed(given) ? 'error' : 'output')
}

function onlyText({ response }: Fields): { key: string; text: string } | undefined {
  if (!isFields(response)) return undefined
  const [key = '', ...others] = Object.keys(response)
  const text = response[key]
  return others.length === 0 && KEYS.includes(key) && typeof text === 'string' ? { key, text } : undefined
}

function bodyOf(given: Fields): Body[] {
  const only = onlyText(given)
  const told: Body[] = only ? (only.text === '' ? [] : [{ kind: 'text', text: only.text }]) : dataOf(given.response)
  const parts = Array.isArray(given.parts) ? given.parts : []
  return [...told, ...parts.map((part): Body => (isFields(part) ? readMedia(part) : undefined) ?? { kind: 'data', value: part as Json })]
}

const dataOf = (response: unknown): Body[] =>
  response === undefined || (isFields(response) && Object.keys(response).length === 0) ? [] : [{ kind: 'data', value: response as Json }]

function responseOf(bodies: readonly Rewrite[], key: string): Json {
  const told = bodies.filter((body) => body.kind !== 'media')
  const [only] = told
  if (told.length === 1 && only?.kind === 'data' && isFields(only.value)) return only.value
  return { [key]: told.map(asText).join('\n') }
}

const mediaIn = (bodies: readonly Rewrite[]): unknown[] => bodies.flatMap((body) => (body.kind === 'media' ? [body.native] : []))
