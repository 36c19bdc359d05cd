/** An agent's loop in OpenAI's chat format: every request is fitted before it is sent. */
import { emptyLedger, fit, settle } from '@loadline/engine'

/** @type {import('openai').OpenAI.ChatCompletionMessageParam[]} */
const messages = [{ role: 'user', content: 'Read all the chapters, then tell me how it ends.' }]
let ledger = emptyLedger()
let rewrites = 0

for (let chapter = 1; chapter <= 40; chapter++) {
  const body = { model: 'gpt-5.4', max_completion_tokens: 1_000, messages }
  const fitted = fit(body, { window: 8_000, ledger, now: Date.now() })
  if (fitted.plan.firstChange !== null) rewrites++
  // Persist fitted.ledger here, before the request leaves. Should the call fail: ledger = settle(fitted.ledger, { failed: true })
  const { message, usage } = await send(fitted.request, chapter)
  ledger = settle(fitted.ledger, { usage: { input: usage.prompt_tokens, cacheRead: usage.prompt_tokens_details.cached_tokens } })
  messages.push(message, { role: 'tool', tool_call_id: `call_${chapter}`, content: 'And then it rained. '.repeat(50) })
  if (chapter === 40) console.log(`call 40: ${fitted.plan.after} of ${fitted.plan.before} tokens sent, prefix rewritten ${rewrites} times`)
}

/**
 * Stands in for `openai.chat.completions.create(request)`.
 * @param {{ messages: typeof messages }} request
 * @param {number} chapter
 */
async function send(request, chapter) {
  const call = {
    id: `call_${chapter}`,
    type: /** @type {const} */ ('function'),
    function: { name: 'read', arguments: `{"chapter":${chapter}}` },
  }
  const message = { role: /** @type {const} */ ('assistant'), content: null, tool_calls: [call] }
  const prompt_tokens = Math.ceil(JSON.stringify(request.messages).length / 4)
  return { message, usage: { prompt_tokens, prompt_tokens_details: { cached_tokens: prompt_tokens - 300 } } }
}
