/** What sanitising costs: one tool result of 1 MB in under 10 ms, wherever its binary stands; and what it adds to building the messages. */
import { fit, presets } from '@loadline/engine'
import { sanitizeToolResult, sanitizeToolResultsJson } from '@loadline/engine/passes'
import { median, report, time } from './measure.js'

const MEGABYTE = 1_000_000

export function run() {
  const image = base64(MEGABYTE)
  const lines = (image.match(/.{1,76}/g) ?? []).join('\n')
  return report([
    sanitizing('in a known field', { success: true, metadata: { imageBase64: image } }),
    sanitizing('in any other field', { success: true, metadata: { raw: image } }),
    sanitizing('between words', { success: true, output: `saved ${image} done` }),
    sanitizing('in lines of 76', { success: true, output: lines }),
    sanitizing('nowhere, all words', { success: true, output: 'The quick brown fox jumps over it. '.repeat(MEGABYTE / 35) }),
    row('sanitising 1 MB of results as JSON', measure(JSON.stringify([{ metadata: { imageBase64: image } }]), sanitizeToolResultsJson)),
    building(),
  ])
}

/** @param {string} where @param {object} result */
const sanitizing = (where, result) => row(`sanitising 1 MB, binary ${where}`, measure(result, sanitizeToolResult))

/** @param {string} what @param {number} microseconds */
const row = (what, microseconds) => ({
  what: `${what} (ms)`,
  figure: time(microseconds),
  ratio: microseconds / 1_000,
  bound: /** @type {[string, number]} */ (['<=', 10]),
})

/** @param {unknown} given @param {(given: any) => unknown} sanitize */
function measure(given, sanitize) {
  median(5, () => given, sanitize) // warm up the compiler
  return median(31, () => given, sanitize)
}

/** The first call on a history without binary: with the preset, and with none of its passes. */
function building() {
  const history = messages(400)
  const fitted = (/** @type {import('@loadline/engine').Preset} */ preset) => {
    const call = (/** @type {unknown} */ given) => fit(given, { preset, window: 4_000_000, adapter: 'openai-chat' })
    median(5, () => history, call)
    return median(31, () => history, call)
  }
  const adr002 = presets['adr-002']
  const without = fitted({ ...adr002, passes: [] })
  const withPasses = fitted(adr002)
  return {
    what: 'building the messages of 200 calls, with adr-002 over without',
    figure: `${time(withPasses)} / ${time(without)}`,
    ratio: withPasses / without,
    bound: /** @type {[string, number]} */ (['<=', 1.5]),
  }
}

/** @param {number} count */
function messages(count) {
  /** @type {object[]} */
  const list = [{ role: 'user', content: 'Draw ships.' }]
  for (let i = 0; list.length < count; i++) {
    const id = `call_${i}`
    const result = { stdout: `ship ${i} `.repeat(400), stderr: '', exitCode: 0 }
    list.push({ role: 'assistant', content: '', tool_calls: [{ id, type: 'function', function: { name: 'draw', arguments: '{}' } }] })
    list.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) })
  }
  return list
}

/** @param {number} length */
function base64(length) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  let text = ''
  let state = 7
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += letters[state >>> 26]
  }
  return text
}
