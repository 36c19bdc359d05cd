/** docs/passes.md: name and time from the built passes; what they do and take from the comments of their sources. */
import * as passes from '../../engine/dist/passes/index.js'
import { options, siblings, summary } from './source.js'
import { page, table } from './markdown.js'

const TIMES = {
  arrival: 'decides once, on a message that no model was sent yet',
  offer: 'offers edits; the schedule of the preset says when they are taken',
  force: 'acts under pressure only: when the request is over `high`, down to `low`',
}

/** @param {(path: string) => string} read */
export function passesPage(read) {
  return page('`engine/src/passes`', [
    '# Passes',
    'A pass is a policy that yields edits. A preset lists passes in order; each sees the view as the ledger and the passes before it leave it. Import them from `@loadline/engine/passes`.',
    table(['when', 'what it means'], Object.entries(TIMES)),
    ...Object.entries(passes).flatMap(([factory, pass]) => section(factory, pass(), read)),
  ])
}

/** @param {string} factory @param {import('@loadline/engine').Pass} pass @param {(path: string) => string} read */
function section(factory, { name, when }, read) {
  const source = read(`engine/src/passes/${name}.ts`)
  const around = [source, ...siblings(source).map((file) => read(`engine/src/passes/${file}.ts`))].join('\n')
  const rows = options(around, `${factory[0]?.toUpperCase()}${factory.slice(1)}Options`)
  return [
    `## ${name}`,
    summary(source),
    `\`${factory}(options)\`, when: \`${when}\`.`,
    table(
      ['option', 'type', 'default', 'what it means'],
      rows.map(({ name: option, type, initial, doc }) => [`\`${option}\``, `\`${type}\``, initial ? `\`${initial}\`` : 'none', doc]),
    ),
  ]
}
