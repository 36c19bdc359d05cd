/** What `fit` costs: with one new message in short and long histories, with a cloned history, and with many edits. */
import { fit, presets } from '@loadline/engine'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { median, report, time } from './measure.js'

/** A real tokeniser behind the counting interface: what is not counted again is what is saved. */
const counter = { name: 'gpt-tokenizer', counted: /** @type {const} */ ('exact'), count: countTokens, media: () => 1_200 }
const roomy = { counter, window: 4_000_000, reserve: 0, adapter: /** @type {const} */ ('openai-chat') }

export function run() {
  return report([growth(), clone(), edits()])
}

/** One message more, 5,000 against 100. */
function growth() {
  const short = oneMore(100)
  const long = oneMore(5_000)
  return {
    what: 'fit with one new message: 5,000 over 100 messages',
    figure: `${time(long)} / ${time(short)}`,
    ratio: long / short,
    bound: /** @type {[string, number]} */ (['<=', 2]),
  }
}

/** Every object is new, as after reading from disk: hashed again, not counted again. */
function clone() {
  const history = messages(5_000)
  const { ledger } = fit(history, roomy)
  const ours = median(
    9,
    () => structuredClone(history),
    (given) => fit(given, { ...roomy, ledger }),
  )
  const anew = median(3, () => structuredClone(history), countAll)
  return {
    what: 'the same with a cloned history, against counting anew',
    figure: `${time(ours)} / ${time(anew)}`,
    ratio: anew / ours,
    bound: /** @type {[string, number]} */ (['>=', 20]),
  }
}

/** Twice the messages and edits may cost some more than twice, not four times as much. */
function edits() {
  const fold = {
    ...presets.safe,
    name: 'fold-all',
    schedule: { name: 'all', appetite: () => Infinity, take: (/** @type {any} */ offers) => offers },
  }
  const plan = (/** @type {number} */ edits) =>
    median(
      7,
      () => messages(edits * 2 + 12),
      (given) => {
        const { plan: drawn } = fit(given, { ...roomy, counter: { ...counter, count: (text) => text.length >> 2 }, preset: fold })
        if (drawn.edits.length < edits) throw new Error(`only ${drawn.edits.length} edits`)
      },
    )
  const once = plan(1_000)
  const twice = plan(2_000)
  return {
    what: 'planning 2,000 edits over 1,000 edits',
    figure: `${time(twice)} / ${time(once)}`,
    ratio: twice / once,
    bound: /** @type {[string, number]} */ (['<=', 3]),
  }
}

/** @param {number} count */
function oneMore(count) {
  const history = messages(count + 600)
  let size = count
  let { ledger } = fit(history.slice(0, size), roomy)
  const step = () => history.slice(0, ++size)
  const call = (/** @type {unknown} */ given) => void ({ ledger } = fit(given, { ...roomy, ledger }))
  median(300, step, call) // warm up the compiler
  return median(300, step, call)
}

/** @param {{content: string}[]} history */
function countAll(history) {
  let tokens = 0
  for (const { content } of history) tokens += countTokens(content)
  return tokens
}

/** An agent at work: a call and its result, about 400 tokens a message. @param {number} count */
function messages(count) {
  /** @type {any[]} */
  const list = [{ role: 'user', content: 'Make all the tests pass.' }]
  for (let i = 1; list.length < count; i++) {
    const id = `call_${i}`
    const call = { id, type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path: `src/part-${i}.ts` }) } }
    list.push({ role: 'assistant', content: words(i, 30), tool_calls: [call] })
    list.push({ role: 'tool', tool_call_id: id, content: words(i * 7, 160) })
  }
  return list
}

/** Made-up identifiers, numbers and words: text in which a tokeniser finds few pieces it has just seen. @param {number} seed @param {number} count */
function words(seed, count) {
  let text = ''
  let state = seed + 1
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const word = SYLLABLES[state % 61] ?? ''
    const next = SYLLABLES[(state >>> 8) % 61] ?? ''
    text += state % 7 === 0 ? `${word}${next.toUpperCase()}_${state % 1000}` : state % 5 === 0 ? `${state % 100_000}` : word + next
    text += i % 12 === 11 ? ';\n  ' : ' '
  }
  return text
}

const SYLLABLES = Array.from({ length: 61 }, (_, i) => 'bcdfghklmnprstvz'.charAt(i % 16) + 'aeiou'.charAt(i % 5) + 'lnrstx'.charAt(i % 6))
