/** The same loop in Anthropic's format, with the ledger on its way through JSON as if the program had restarted, and a cache marker. */
import { checkLedger, emptyLedger, fit, settle } from '@loadline/engine'

/** @type {import('@anthropic-ai/sdk').Anthropic.MessageParam[]} */
const messages = [{ role: 'user', content: 'Read all the chapters, then tell me how it ends.' }]
let saved = JSON.stringify(emptyLedger())
let rewrites = 0

for (let chapter = 1; chapter <= 40; chapter++) {
  const body = { model: 'claude-sonnet-5-5', max_tokens: 1_000, system: 'You read aloud.', messages }
  const fitted = fit(body, { window: 8_000, ledger: checkLedger(JSON.parse(saved)), now: Date.now(), breakpoint: true })
  if (fitted.plan.firstChange !== null) rewrites++
  saved = JSON.stringify(fitted.ledger)
  const { content, usage } = await send(fitted.request, chapter)
  // Anthropic reports three kinds of input apart; `input` is all of it.
  const [cacheRead, cacheWrite] = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens]
  saved = JSON.stringify(settle(fitted.ledger, { usage: { input: usage.input_tokens + cacheRead + cacheWrite, cacheRead, cacheWrite } }))
  const result = { type: /** @type {const} */ ('tool_result'), tool_use_id: `toolu_${chapter}`, content: 'And then it rained. '.repeat(50) }
  messages.push({ role: 'assistant', content }, { role: 'user', content: [result] })
  if (chapter === 40) console.log(`call 40: ${fitted.plan.after} of ${fitted.plan.before} tokens sent, prefix rewritten ${rewrites} times`)
}

/**
 * Stands in for `anthropic.messages.create(request)`.
 * @param {{ messages: typeof messages }} request
 * @param {number} chapter
 */
async function send(request, chapter) {
  const content = [{ type: /** @type {const} */ ('tool_use'), id: `toolu_${chapter}`, name: 'read', input: { chapter } }]
  const cache_read_input_tokens = Math.ceil(JSON.stringify(request.messages).length / 4)
  return { content, usage: { input_tokens: 4, cache_read_input_tokens, cache_creation_input_tokens: 300 } }
}
