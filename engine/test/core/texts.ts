/** Texts made of what cutting may break, and what is broken in a text. */
import fc from 'fast-check'

const WHOLE = [
  '\u001b[31m',
  '\u001b[0m',
  '\u001b[38;2;255;255;255;48;2;100;100;100;1;4m',
  '\u001b(B',
  '\u001b]8;;https://example.com/a/page\u001b\\',
  '\u001b]0;构建 🚢\u0007',
  '🚢',
  '👍🏽',
  '\r\n',
  '\n',
  '请把第二个函数改成异步的',
  'a',
  'word ',
]

/** Nothing in it is broken. */
export const pieces: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WHOLE), { maxLength: 30 })
  // A `\n` behind a `\r\n` or a letter behind an escape would only be more of the same.
  .map((list) => list.join(''))

/** Lone surrogates, and escapes that end nowhere. A lone `\r` or `\n` is broken where only the other half was there: at an end. */
export function broken(text: string): string[] {
  const lone = text.match(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g) ?? []
  // oxlint-disable-next-line no-control-regex
  const rest = text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0000-\u001f]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-Z^-~])/g, '')
  return [...lone, ...(rest.match(/\u001b|\u0007/g) ?? []), ...(rest.match(/\r(?!\n)/g) ?? [])]
}
