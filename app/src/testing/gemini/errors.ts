/** Gemini's errors. */
import type { Details } from '../refused.js'
import type { Fault, Refusal } from '../script.js'
import { event } from '../sse.js'

const FAULTS: Record<Fault['fault'], [status: number, name: string, message: string]> = {
  unauthorized: [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'],
  forbidden: [403, 'PERMISSION_DENIED', 'Method doesn’t allow unregistered callers (callers without established identity).'],
  'not found': [404, 'NOT_FOUND', 'models/unknown is not found for API version v1beta, or is not supported for generateContent.'],
  'too large': [413, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'],
  'rate limited': [429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.'],
  'server error': [
    500,
    'INTERNAL',
    'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  ],
  overloaded: [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
}

export const error = (message: string, { status = 400, type = 'INVALID_ARGUMENT' }: Details = {}): Refusal => ({
  status,
  body: { error: { code: status, message, status: type } },
})

/** When to try again stands in the body and, for those who look there, in the header. */
export function fault({ fault, message, retryAfter }: Fault): Refusal {
  const [code, status, usual] = FAULTS[fault]
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` }
  return {
    status: code,
    body: { error: { code, message: message ?? usual, status, ...(retryAfter !== undefined && { details: [retry] }) } },
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  }
}

export const errorEvent = (message: string, code = 'UNAVAILABLE'): string => event({ error: { code: 503, message, status: code } })
