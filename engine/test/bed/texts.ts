/** What people, models and tools write, and what they should not have: makers of texts for stories. */
import type { Random } from './random.js'
import { dataUrl, png } from './images.js'
import { expand } from './fillers.js'

const PLAIN = [
  'Fix the build',
  'continue',
  'Why does the third test fail?',
  'Please rename it everywhere, docs too.',
  'I will read both files first.',
  'Done. The tests pass.',
  'Look at src/server.ts and tell me what it does when the port is taken.',
  'The error comes from the second import; the first one is fine.',
]

/** One of each thing that has broken a text tool before. */
const ODD = [
  '请把第二个函数改成异步的，然后运行测试。',
  '构建失败：找不到模块“核心”。',
  'Ship it 🚀 — family 👨‍👩‍👧‍👦, flag 🇨🇭, skin 👍🏽',
  'a lone \ud83d surrogate and its \ude00 other half',
  'one\r\ntwo\r\nthree\r\n',
  '\u001b[31merror\u001b[0m \u001b[1mTS2345\u001b[22m\u001b[K',
  'nul \u0000, bell \u0007, zero\u200bwidth, right-to-left \u202eabc',
  '# Heading\n\n```ts\nconst x = 1\n```\n\t- tab\n',
  '{"not":"a call","but":["JSON",1e21,null]}',
  '[elided; recall abcdef1234]',
]

/** What a person or a model says. */
export const speech = (dice: Random, odd: number): string =>
  dice.chance(odd) ? dice.pick(ODD) : dice.chance(0.1) ? sentences(dice, dice.int(3, 15)) : dice.pick(PLAIN)

const sentences = (dice: Random, count: number) => Array.from({ length: count }, () => dice.pick(PLAIN)).join(' ')

/** What a tool returns; never empty. */
export const output = (dice: Random, odd: number): string => {
  if (dice.chance(odd * 0.02)) return `x${dice.int(1, 9)}`.repeat(25_000)
  if (dice.chance(odd * 0.06)) return `{"image":"${dice.pick(['', 'data:image/png;base64,'])}${expand('(base64 10400)')}"}`
  if (dice.chance(odd * 0.15)) return `blob: ${expand('(base64 1200)').slice(dice.int(0, 40))} end`
  if (dice.chance(odd * 0.1)) return `saved ${dataUrl(png(dice.int(1, 900), dice.int(1, 900)))}`
  if (dice.chance(odd)) return dice.pick(ODD)
  if (dice.chance(0.2)) return terminal(dice)
  if (dice.chance(0.3)) return sentences(dice, dice.int(1, 6))
  return Array.from({ length: dice.int(1, 30) }, (_, i) => `${i + 1}\t${dice.pick(PLAIN)}`).join('\n')
}

const terminal = (dice: Random): string => {
  const exitCode = dice.pick([0, 0, 0, 1, 127])
  return JSON.stringify({
    stdout: sentences(dice, dice.int(0, 12)),
    stderr: exitCode ? 'Error: not found\n    at main.ts:3:7' : '',
    exitCode,
  })
}

/** Looks like a provider's signature: long, opaque, never the same twice. */
export const signature = (dice: Random): string => `Eq${expand('(base64 90)').slice(dice.int(0, 40))}${dice.int(0, 1e9)}==`
