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

/** A text in which nothing is broken. */
export const pieces: fc.Arbitrary<string> = fc.array(fc.constantFrom(...WHOLE), { maxLength: 30 }).map((list) => list.join(''))

// oxlint-disable-next-line no-control-regex
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0000-\u001f]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-Z^-~])/g
// oxlint-disable-next-line no-control-regex
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\u001b|\u0007|\r(?!\n)/g

/** What is left of pairs, sequences and line breaks that were cut in two. */
export const broken = (text: string): string[] => text.replace(SEQUENCE, '').match(LONE) ?? []
