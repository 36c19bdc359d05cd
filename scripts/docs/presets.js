/** docs/presets.md: the presets as the engine has them, with the passes as their sources set them. */
import { presets } from '@loadline/engine'
import { page, table } from './markdown.js'

/** @param {(path: string) => string} read */
export function presetsPage(read) {
  return page('`engine/src/presets`', [
    '# Presets',
    'A preset is a list of passes and a schedule. `high` and `low` are shares of the limit (window less reserve): over `high` there is pressure, and it is relieved down to `low`. [Passes](passes.md) says what each pass does, [the flow](flow.md) when the schedule takes what they offer.',
    ...Object.values(presets).flatMap((preset) => section(preset, read(`engine/src/presets/${preset.name}.ts`))),
  ])
}

/** @param {import('@loadline/engine').Preset} preset @param {string} source */
function section({ name, title, passes, schedule, locale, high, low, trigger }, source) {
  return [
    `## ${name}`,
    `${title}.`,
    table(
      ['setting', 'value'],
      [
        ['passes, in order', passes.map((pass) => `\`${pass.name}\``).join(', ')],
        ['schedule', `\`${schedule.name}\``],
        ...(trigger
          ? [['pressure', 'by a trigger of its own']]
          : [
              ['high', `${high}`],
              ['low', `${low}`],
            ]),
        ['locale', `\`${locale}\``],
      ],
    ),
    ...passesIn(source),
  ]
}

/** The list as it is written, with the options of each pass. @param {string} source */
function passesIn(source) {
  const [, list] = /^ {2}passes: (\[[^]*?\]),\n {2}\w/m.exec(source) ?? []
  return list === undefined ? [] : [`\`\`\`ts\nconst passes = ${list}\n\`\`\``]
}
