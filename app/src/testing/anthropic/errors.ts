/** Anthropic's errors. */
import type { Details } from '../refused.js'
import type { Fault, Refusal } from '../script.js'
import { event } from '../sse.js'

const FAULTS: Record<Fault['fault'], [status: number, type: string, message: string]> = {
  unauthorized: [401, 'authentication_error', 'invalid x-api-key'],
  forbidden: [403, 'permission_error', 'Your API key does not have permission to use the specified resource.'],
  'not found': [404, 'not_found_error', 'model: unknown'],
  'too large': [413, 'request_too_large', 'Request exceeds the maximum size'],
  'rate limited': [429, 'rate_limit_error', 'This request would exceed your organization’s rate limit of 30,000 input tokens per minute.'],
  'server error': [500, 'api_error', 'Internal server error'],
  overloaded: [529, 'overloaded_error', 'Overloaded'],
}

const body = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_scripted' })

export const error = (message: string, { status = 400, type = 'invalid_request_error' }: Details = {}): Refusal => ({
  status,
  body: body(type, message),
})

export function fault({ fault, message, retryAfter }: Fault): Refusal {
  const [status, type, usual] = FAULTS[fault]
  return {
    status,
    body: body(type, message ?? usual),
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  }
}

export const errorEvent = (message: string, code = 'overloaded_error'): string => event(body(code, message), 'error')
