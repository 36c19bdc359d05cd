/** Bad usage and bad input: exit 2 and one clear line, whatever it is. */
import { chmodSync, closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { type Around, expectRefusal, folder, inProcess, loadline } from './loadline.js'

const hi = '[{"role":"user","content":"hi"}]'

type Case = [what: string, args: string[], line: RegExp, around?: Around]

const usage: Case[] = [
  ['an unknown command', ['fix'], /unknown command "fix"; the commands are fit, explain, recall/],
  ['an unknown option before the command', ['--window'], /unknown option "--window"/],
  ['an unknown option', ['fit', '--widnow', '5'], /unknown option --widnow; loadline fit --help/],
  ['a missing value', ['fit', '--window'], /--window needs a value: --window N/],
  ['an option in the place of a value', ['fit', '--ledger', '--plan', 'p.json'], /--ledger needs a value: --ledger FILE/],
  ['a value for a switch', ['explain', '--json=yes'], /--json takes no value, "yes" was given/],
  ['two files', ['fit', 'a.json', 'b.json'], /fit takes \[FILE\|-\]; too many were given: a.json b.json/],
  ['a window that is no number', ['fit', '--window', 'abc'], /--window: "abc" is not a window in tokens; expected a whole number from 1/],
  ['a negative window', ['fit', '--window', '-5'], /--window: "-5"/],
  ['no window at all', ['fit', '--window', '0'], /--window: "0"/],
  ['a time that is no number', ['fit', '--now', 'xyz'], /--now: "xyz" is not a time in milliseconds/],
  ['an unknown locale', ['fit', '--locale', 'fr'], /--locale: unknown locale "fr"; known: en, zh-CN/],
  ['an unknown preset', ['fit', '--preset', 'nope'], /--preset: unknown preset "nope"; known: safe/],
  ['an unknown format', ['fit', '--format', 'xml'], /--format: unknown format "xml"; known: .*anthropic/],
  ['a reserve as large as the window', ['fit', '--window', '100', '--reserve', '100'], /reserve \(100\) leaves nothing/, { stdin: hi }],
  ['recall without an id', ['recall'], /recall needs an ID/],
  ['two slices at once', ['recall', 'x', '--grep', 'a', '--around', '3'], /--grep and --around were given; take one/],
  ['a range that is none', ['recall', 'x', '--lines', '9-3'], /--lines: "9-3" is not a range of lines/],
]

const input: Case[] = [
  ['nothing', ['fit'], /the standard input is empty; expected a list of messages/, { stdin: '' }],
  ['prose', ['fit'], /not JSON: line 1, column 1: unexpected "h"/, { stdin: 'hello there' }],
  ['JSON with a slip in it', ['fit', '-'], /not JSON: line 2, column 28: unexpected "}"/, { stdin: '[\n  {"role":"user","content":}\n]' }],
  ['JSON cut short', ['fit'], /not JSON: line 1, column 32: unexpected end/, { stdin: hi.slice(0, -1) }],
  [
    'a transcript with a broken line',
    ['fit'],
    /line 3, column 1: unexpected "o"/,
    { stdin: `{"session":"s"}\n{"role":"user","content":"a"}\noops\n` },
  ],
  [
    'a transcript with a line that is no message',
    ['fit'],
    /line 2 is not a message: .*"role", not "\[1\]"/,
    { stdin: '{"role":"user"}\n[1]' },
  ],
  ['a word', ['fit'], /list of messages or a body with "messages"; this is "hi"/, { stdin: '"hi"' }],
  ['messages that are none', ['fit'], /message 0: .*this is 1/, { stdin: '[1, 2]' }],
  ['an unknown role', ['explain'], /the role "wizard", expected one of/, { stdin: '[{"role":"wizard","content":"x"}]' }],
  ['a tower of brackets', ['fit'], /nested more than 500 levels deep/, { stdin: '['.repeat(1e5) + ']'.repeat(1e5) }],
  ['zero bytes', ['fit'], /is not text: expected JSON in UTF-8/, { stdin: '[\0]' }],
  ['bytes that are not UTF-8', ['fit'], /is not text/, { stdin: Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d]) }],
  ['UTF-16', ['fit'], /is UTF-16; save it as UTF-8/, { stdin: Buffer.from(`\ufeff${hi}`, 'utf16le') }],
  ['a missing file', ['fit', 'missing.json'], /cannot read missing.json: no such file or folder/],
  ['a folder', ['fit', '.'], /cannot read .: it is a folder/],
]

describe('usage', () => {
  it.each(usage)('%s is refused', async (_, args, line, around) => expectRefusal(await inProcess(args, around), line))
})

describe.concurrent('input', () => {
  it.each(input)('%s is refused', async (_, args, line, around) => expectRefusal(await loadline(args, around), line))

  it('a file over 128 MB is refused before it is read', async () => {
    const file = openSync(join(folder(), 'large.json'), 'w')
    ftruncateSync(file, 200 * 2 ** 20)
    closeSync(file)
    expectRefusal(await loadline(['fit', 'large.json']), /large.json is 200 MB; the limit is 128 MB/)
  })

  it('a standard input over 128 MB is refused while it is read', async () => {
    expectRefusal(await loadline(['fit'], { stdin: Buffer.alloc(130 * 2 ** 20, ' ') }), /the standard input is over 128 MB, the limit/)
  })

  it.skipIf(process.getuid?.() === 0)('a file that may not be read is refused', async () => {
    const file = join(folder(), 'secret.json')
    writeFileSync(file, hi)
    chmodSync(file, 0)
    expectRefusal(await loadline(['fit', file]), /secret.json: permission denied/)
  })

  it('a plan that would overwrite the history is refused', async () => {
    const cwd = join(folder(), 'apart')
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'in.json'), hi)
    expectRefusal(await loadline(['fit', '--plan', './in.json', 'in.json'], { cwd }), /--plan .\/in.json would overwrite/)
  })
})
