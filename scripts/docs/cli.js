/** docs/cli.md: the commands, from the tables that arguments are read by. */
import { commands } from '../../app/dist/cli/commands.js'
import { CONFIG, environmentName, settings } from '../../app/dist/cli/settings.js'
import { page, table } from './markdown.js'

export function cliPage() {
  return page('`app/src/cli`', [
    '# The command line',
    '`loadline COMMAND [OPTION]... [FILE|-]`. Without a command, help is printed; `loadline --version` prints the version.',
    table(
      ['command', 'what it does'],
      commands.map(({ name, summary }) => [`[\`${name}\`](#loadline-${name})`, summary]),
    ),
    ...commands.flatMap(section),
    '## Settings',
    `What is the same for every call can be set for good: in \`${CONFIG}\` in the working directory, over it in the environment, and over both by an option.`,
    table(
      ['key in the file', 'in the environment', 'type'],
      Object.entries(settings).map(([name, { kind }]) => [`\`${name}\``, `\`${environmentName(name)}\``, kind.json]),
    ),
  ])
}

/** @param {typeof commands[number]} command */
function section({ name, details, operands, options, exits }) {
  return [
    `## loadline ${name}`,
    `\`\`\`text\nloadline ${[name, '[OPTION]...', ...operands].join(' ')}\n\`\`\``,
    ...details,
    table(
      ['option', ''],
      Object.entries(options).map(([option, { help, ...taken }]) => [
        'value' in taken ? `\`--${option} ${taken.value}\`` : `\`--${option}\``,
        'many' in taken ? `${help}; may be given more than once` : help,
      ]),
    ),
    table(
      ['exit code', ''],
      Object.entries(exits).map(([code, meaning]) => [code, meaning]),
    ),
  ]
}
