/** docs/passes.md: name and time from the built passes; what they do and take from the comments of their sources. */
import { existsSync } from 'node:fs'
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
    ...Object.keys(passes).flatMap((factory) => section(factory, read)),
  ])
}

/** Nothing for an export that is not a pass in a file of its own. @param {string} factory @param {(path: string) => string} read */
function section(factory, read) {
  const path = `engine/src/passes/${kebab(factory)}.ts`
  if (!existsSync(new URL(`../../${path}`, import.meta.url))) return []
  const source = read(path)
  if (!new RegExp(`^export const ${factory} = .*\\): Pass =>`, 'm').test(source)) return []
  const { name, when } =
    /** @type {Record<string, () => import('@loadline/engine').Pass>} */ (/** @type {unknown} */ (passes))[factory]?.() ?? {}
  const around = [source, ...siblings(source).map((file) => read(`engine/src/passes/${file}.ts`))].join('\n')
  const takes = `${factory[0]?.toUpperCase()}${factory.slice(1)}Options`
  if (!around.includes(`export interface ${takes}`)) return [`## ${name}`, summary(source), `\`${factory}()\`, when: \`${when}\`.`]
  const rows = options(around, takes)
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

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
