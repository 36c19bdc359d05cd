/** Pieces of a generated page. */

/** @param {string} from the code a page is made of @param {readonly string[]} blocks */
export function page(from, blocks) {
  return [...blocks, `_Made from ${from} by \`npm run docs\`; do not edit by hand._`].join('\n\n') + '\n'
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n')
}

/** @param {string} cell */
const escape = (cell) => cell.replaceAll('|', '\\|')
