/** `loadline limits`: what a tool may say, by a tool_config.yaml. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectRefusal, folder, inProcess, loadline } from './loadline.js'

const x = (count: number) => 'x'.repeat(count)
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('')

const CONFIG = `tool_output_limits:
  default:
    max_chars: 8000
    max_lines: 500
    truncation_strategy: head_tail
  tools:
    repo_map: { max_chars: 10000, max_lines: 1000, truncation_strategy: summarize }
    read_file: { max_chars: 5000, max_lines: 200 }
    grep_search: { max_lines: 100 }
    log: { max_chars: 1000, truncation_strategy: head_only }
    cat: { truncation_strategy: none }
`
const config = join(folder(), 'tool_config.yaml')
writeFileSync(config, CONFIG)

const limits = (tool: string, stdin: string, ...rest: string[]) =>
  inProcess(['limits', '--config', config, '--tool', tool, ...rest], { stdin })

describe('limits --literal', () => {
  it.each([
    ['R3-12 characters', 'read_file', x(9_000), `${x(1_960)}\n\n... [截断 5080 字符] ...\n\n${x(1_960)}`],
    ['R3-13 lines', 'grep_search', lines(1, 150), `${lines(1, 49)}... [截断 52 行] ...\n${lines(102, 150)}`],
    ['R3-23 the default for a tool nobody named', 'other', x(9_000), `${x(3_160)}\n\n... [截断 2680 字符] ...\n\n${x(3_160)}`],
    ['R3-23 head_only', 'log', x(2_000), `${x(900)}\n\n... [截断 1100 字符] ...`],
  ])('%s', async (_, tool, given, out) => {
    const { code, out: printed, err } = await limits(tool, given, '--literal')
    expect({ code, printed }).toEqual({ code: 0, printed: out })
    const percent = ((1 - out.length / given.length) * 100).toFixed(1)
    expect(err).toBe(`loadline: 工具 ${tool} 输出被截断: ${given.length} -> ${out.length} 字符 (${percent}% 减少)\n`)
  })

  it('R3-27 in English', async () => {
    const { out, err } = await limits('read_file', x(9_000), '--literal', '--locale', 'en')
    expect(out).toContain('... [cut 5080 characters] ...')
    expect(err).toBe('loadline: output of read_file cut: 9000 -> 3953 characters (56.1% less)\n')
  })
})

describe('limits', () => {
  it('R3-27 nothing is said of what stays as it is', async () => {
    for (const [tool, text] of [
      ['read_file', `${x(4_999)}\n`],
      ['cat', x(90_000)],
      ['read_file', ''],
    ] as const) {
      expect(await limits(tool, text)).toMatchObject({ code: 0, out: text, err: '' })
      expect(await limits(tool, text, '--literal')).toMatchObject({ code: 0, out: text, err: '' })
    }
  })

  it('keeps the lines that tell of errors, which the bare arithmetic does not', async () => {
    const log = `${lines(1, 150)}TypeError: x is not a function\n${lines(151, 300)}`
    const { out, err } = await limits('grep_search', log)
    expect(out).toMatch(/^line 1\n.*\n\.\.\. \[cut \d+ characters \/ 202 lines\] \.\.\.\nTypeError: x is not a function\n.*line 300\n$/s)
    expect(err).toMatch(/^loadline: output of grep_search cut: \d+ -> \d+ characters \(\d+\.\d% less\)\n$/)
    expect((await limits('grep_search', log, '--literal')).out).not.toContain('TypeError')
    expect((await limits('grep_search', log, '--locale', 'zh-CN')).out).toMatch(/\.\.\. \[截断了 \d+ 字符 \/ 202 行\] \.\.\./)
  })

  it('says that a summary takes a model', async () => {
    const { out, err } = await limits('repo_map', x(12_000))
    expect(out.length).toBeLessThanOrEqual(10_000)
    expect(err.split('\n')[1]).toBe('loadline: repo_map is to be summarised; that takes a model, so both ends were kept instead')
  })

  it('reads a file, as a user would', async () => {
    writeFileSync(join(folder(), 'big.txt'), lines(1, 1_000))
    const { code, out } = await loadline(['limits', '--config', 'tool_config.yaml', '--tool', 'read_file', 'big.txt'])
    expect(code).toBe(0)
    expect(out.split('\n').length).toBeLessThanOrEqual(201)
  })

  it('passes everything through when Loadline is off', async () => {
    const run = await inProcess(['limits', '--config', 'missing.yaml', '--tool', 'log'], { stdin: x(9_000), env: { LOADLINE: 'off' } })
    expect(run).toMatchObject({ code: 0, out: x(9_000), err: 'loadline: off (LOADLINE=off): passed through unchanged\n' })
  })
})

describe('limits refuses', () => {
  const broken = join(folder(), 'broken.yaml')
  writeFileSync(broken, 'tool_output_limits:\n  default:\n    max_chars: many\n')

  it.each<[string, string[], RegExp, (string | Uint8Array)?]>([
    ['no config', ['--tool', 'x'], /limits needs a config: --config tool_config.yaml/],
    ['no tool', ['--config', config], /limits needs a tool: --tool NAME/],
    ['a config that is not there', ['--config', 'gone.yaml', '--tool', 'x'], /cannot read gone.yaml: no such file or folder/],
    [
      'R3-26 a mistake in the config, by key and line',
      ['--config', broken, '--tool', 'x'],
      /broken.yaml: line 3: tool_output_limits.default.max_chars: expected a whole number from 1, not "many"/,
    ],
    ['the config as the text', ['--config', config, '--tool', 'x', config], /is the text itself/],
    ['what is not text', ['--config', config, '--tool', 'x'], /the standard input is not text: expected UTF-8/, new Uint8Array([0, 1, 2])],
  ])('%s', async (_, args, line, stdin = 'x') => {
    expectRefusal(await inProcess(['limits', ...args], { stdin }), line)
  })
})
