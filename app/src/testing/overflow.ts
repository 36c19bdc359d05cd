/** How each provider says, or fails to say, that a request is over the window. One line a shape, by the vendors' own words. */
import type { Answer, Refusal } from './script.js'

export interface Numbers {
  input: number
  /** What the answer may take: the request's max_tokens, 0 without. */
  output: number
  window: number
}

export type OverflowShape = keyof typeof SHAPES

/** An HTTP answer, or what becomes of the scripted answer where the provider keeps silent. */
export function overflow(shape: OverflowShape, numbers: Numbers): Refusal | Answer {
  return SHAPES[shape](numbers)
}

/** These count what the answer may take, the others only what they were sent. */
const COUNTS_OUTPUT: readonly OverflowShape[] = [
  'openai',
  'anthropic',
  'deepseek',
  'openrouter',
  'openrouter-200',
  'vllm',
  'vllm-plus',
  'tgi',
]

export function isOver(shape: OverflowShape, { input, output, window }: Numbers): boolean {
  return input + (COUNTS_OUTPUT.includes(shape) ? output : 0) > window
}

const openai = (message: string, rest: object = {}, status = 400): Refusal => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...rest } },
})
const EXCEEDED = { code: 'context_length_exceeded' }
const anthropic = (status: number, type: string, message: string): Refusal => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_overflow' },
})

/** The words OpenAI found first and many copied. */
const requested = ({ input, output, window }: Numbers) =>
  `This model's maximum context length is ${window} tokens. However, you requested ${input + output} tokens (${input} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`

const openrouter = ({ input, output, window }: Numbers, status: number): Refusal => ({
  status,
  body: {
    error: {
      message: `This endpoint's maximum context length is ${window} tokens. However, you requested about ${input + output} tokens (${input} of text input, ${output} in the output). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`,
      code: 400,
      metadata: { provider_name: 'Scripted' },
    },
  },
})

const SHAPES = {
  openai: (n: Numbers) =>
    openai(
      n.output > 0
        ? requested(n)
        : `This model's maximum context length is ${n.window} tokens. However, your messages resulted in ${n.input} tokens. Please reduce the length of the messages.`,
      { ...EXCEEDED, param: 'messages' },
    ),
  'openai-responses': () =>
    openai('Your input exceeds the context window of this model. Please adjust your input and try again.', { ...EXCEEDED, param: 'input' }),
  'openai-responses-stream': (): Answer => ({
    broken: {
      how: 'error',
      after: 2,
      code: 'context_length_exceeded',
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    },
  }),
  anthropic: ({ input, output, window }: Numbers) =>
    anthropic(
      400,
      'invalid_request_error',
      input > window
        ? `prompt is too long: ${input} tokens > ${window} maximum`
        : `input length and \`max_tokens\` exceed context limit: ${input} + ${output} > ${window}, decrease input length or \`max_tokens\` and try again`,
    ),
  'anthropic-bytes': () => anthropic(413, 'request_too_large', 'Request exceeds the maximum size'),
  'anthropic-window': (): Answer => ({ finish: 'window' }),
  deepseek: (n: Numbers) => openai(requested(n), { code: 'invalid_request_error' }),
  gemini: ({ input, window }: Numbers) =>
    gemini(`The input token count (${input}) exceeds the maximum number of tokens allowed (${window}).`),
  'gemini-uncounted': ({ window }: Numbers) => gemini(`The input token count exceeds the maximum number of tokens allowed (${window}).`),
  mistral: ({ input, window }: Numbers): Refusal => ({
    status: 400,
    body: {
      object: 'error',
      message: `Prompt contains ${input} tokens and 0 draft tokens, too large for model with ${window} maximum context length`,
      type: 'invalid_request_prompt',
      param: null,
      code: '3051',
    },
  }),
  xai: ({ input, window }: Numbers): Refusal => ({
    status: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: `This model's maximum prompt length is ${window} but the request contains ${input} tokens.`,
    },
  }),
  groq: () => openai('Please reduce the length of the messages or completion.', { ...EXCEEDED, param: 'messages' }),
  cerebras: ({ input, window }: Numbers): Refusal => ({
    status: 400,
    body: {
      message: `Please reduce the length of the messages or completion. Current length is ${input} while limit is ${window}`,
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  }),
  'cerebras-bodiless': (): Refusal => ({ status: 413, body: '' }),
  openrouter: (n: Numbers) => openrouter(n, 400),
  'openrouter-200': (n: Numbers) => openrouter(n, 200),
  together: ({ input, window }: Numbers) =>
    openai(`The input (${input} tokens) is longer than the model's context length (${window} tokens).`, {}, 422),
  tgi: ({ input, output, window }: Numbers): Refusal => ({
    status: 422,
    body: {
      error: `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${window}. Given: ${input} \`inputs\` tokens and ${output} \`max_new_tokens\``,
      error_type: 'validation',
    },
  }),
  fireworks: ({ input, window }: Numbers) => openai(`The prompt is too long: ${input}, model maximum context length: ${window}`),
  bedrock: (): Refusal => bedrock('Input is too long for requested model.'),
  'bedrock-tokens': (): Refusal => bedrock('Too many input tokens'),
  vllm: (n: Numbers) => vllm(requested(n)),
  'vllm-plus': ({ input, output, window }: Numbers) =>
    vllm(
      `This model's maximum context length is ${window} tokens. However, your request has ${input} input tokens plus ${output} 'max_tokens'. Please reduce the length of the input messages or 'max_tokens'.`,
    ),
  'vllm-at-least': ({ input, output, window }: Numbers) =>
    vllm(
      `This model's maximum context length is ${window} tokens. However, you requested ${output} output tokens and your prompt contains at least ${input} input tokens, for a total of at least ${input + output} tokens.`,
    ),
  'llama.cpp': ({ input, window }: Numbers): Refusal => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: input,
        n_ctx: window,
      },
    },
  }),
  'lm-studio': ({ input, window }: Numbers): Refusal => ({
    status: 400,
    body: {
      error: `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${input}>= n_ctx: ${window}). Try to load the model with a larger context length, or provide a shorter input.`,
    },
  }),
  'lm-studio-mlx': (): Refusal => ({ status: 400, body: { error: 'Context size has been exceeded.' } }),
  'lm-studio-empty': (): Answer => ({ text: '', broken: { how: 'empty' } }),
  /** Drops the front of the prompt and says nothing: only the usage shows it. */
  'ollama-silent': ({ window }: Numbers): Answer => ({ reported: { input: Math.floor(window / 2) + 2 } }),
  ollama: ({ input, window }: Numbers) =>
    openai(`prompt too long; exceeded max context length by ${input - window} tokens`, { type: 'api_error' }),
  copilot: ({ input, window }: Numbers) =>
    openai(`prompt token count of ${input} exceeds the limit of ${window}`, { code: 'model_max_prompt_tokens_exceeded' }),
  kimi: ({ input, window }: Numbers) => openai(`Invalid request: Your request exceeded model token limit: ${window} (requested: ${input})`),
  minimax: () => openai('invalid params, context window exceeds limit (2013)', { type: 'bad_request_error', code: '2013' }),
  'z-ai': (): Refusal => ({ status: 400, body: { error: { code: '1261', message: 'Prompt too long' } } }),
  /** Takes it all and bills it: the usage is over the window. */
  'z-ai-silent': (): Answer => ({}),
  dashscope: ({ window }: Numbers) =>
    openai(`<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${window}]`, {
      code: 'invalid_parameter_error',
    }),
  /** Fills the window with what it kept and has no room left to answer. */
  xiaomi: ({ window }: Numbers): Answer => ({ text: '', calls: [], finish: 'length', reported: { input: window, output: 0 } }),
}

function gemini(message: string): Refusal {
  return { status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } }
}

function bedrock(message: string): Refusal {
  return { status: 400, body: { message }, headers: { 'x-amzn-errortype': 'ValidationException' } }
}

function vllm(message: string): Refusal {
  return { status: 400, body: { object: 'error', message, type: 'BadRequestError', param: null, code: 400 } }
}
