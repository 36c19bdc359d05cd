/** OpenAI's errors, in both of its formats. */
import type { Details } from '../refused.js'
import type { Fault, Refusal } from '../script.js'

const FAULTS: Record<Fault['fault'], [status: number, type: string, code: string | null, message: string]> = {
  unauthorized: [
    401,
    'invalid_request_error',
    'invalid_api_key',
    'Incorrect API key provided: none. You can find your API key at https://platform.openai.com/account/api-keys.',
  ],
  forbidden: [403, 'invalid_request_error', 'unsupported_country_region_territory', 'Country, region, or territory not supported'],
  'not found': [404, 'invalid_request_error', 'model_not_found', 'The model does not exist or you do not have access to it.'],
  'too large': [413, 'invalid_request_error', null, 'Request too large.'],
  'rate limited': [
    429,
    'tokens',
    'rate_limit_exceeded',
    'Rate limit reached in organization org-scripted on tokens per min (TPM): Limit 30000, Used 29000, Requested 4000. Please try again in 6s.',
  ],
  'server error': [500, 'server_error', null, 'The server had an error while processing your request. Sorry about that!'],
  overloaded: [503, 'server_error', null, 'The engine is currently overloaded, please try again later.'],
}

export const error = (
  message: string,
  { status = 400, type = 'invalid_request_error', code = null, param = null }: Details = {},
): Refusal => ({ status, body: { error: { message, type, param, code } } })

export function fault({ fault, message, retryAfter }: Fault): Refusal {
  const [status, type, code, usual] = FAULTS[fault]
  return {
    ...error(message ?? usual, { status, type, code }),
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  }
}
