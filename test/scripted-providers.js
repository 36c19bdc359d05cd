/** Stands in for the providers' servers, so that the READMEs' code runs with the real SDKs and without keys. Loaded by node --import. */
Object.assign(process.env, { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none' })

const answers = {
  '/v1/chat/completions': {
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello.' } }],
    usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10, prompt_tokens_details: { cached_tokens: 0 } },
  },
  '/v1/messages': {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'Hello.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 8, output_tokens: 2, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
  },
}

globalThis.fetch = async (asked) => {
  const { pathname } = new URL(asked instanceof Request ? asked.url : asked)
  const answer = answers[/** @type {keyof typeof answers} */ (pathname)]
  if (!answer) throw new Error(`no answer is scripted for ${pathname}`)
  return Response.json(answer)
}
