/** Seed 002: output of commands that is out of date. Its nine examples, and what REQUIREMENTS makes of its gaps. */
import { describe, expect, test } from 'vitest'
import { explain, fit, plan, presets, recall, snowTerminal } from '../../src/index.js'
import {
  cleanOrphanedToolCalls,
  isErrorResult,
  isTerminalResult,
  simplifyOutdatedTerminalResults,
  TERMINAL_TOOLS,
} from '../../src/passes/index.js'
import { deepFreeze } from '../bed/frozen.js'

const preset = 'snow-terminal' as const
const PLACEHOLDER = '此命令返回内容已过时'
const MINUTE = 60_000
const clock = (time: string) => Date.parse(`2026-01-31T${time}Z`)

const OUTPUT = JSON.stringify({ stdout: 'Building project...\nDone in 3.2s', stderr: '', exitCode: 0 })
const FAILED = JSON.stringify({ stdout: '', stderr: "Error: Cannot find module 'xxx'", exitCode: 1 })

interface Run {
  at?: number
  tool?: string
  content?: string
  messageStatus?: string
}

/** A conversation in which these tools were run, oldest first, and the model has seen all of it. */
function conversation(runs: Run[]) {
  const rounds = runs.map(({ at, tool = 'terminal-execute', content = OUTPUT, messageStatus }, i) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${i}`, type: 'function', function: { name: tool, arguments: `{"command":"step ${i}"}` } }],
    },
    {
      role: 'tool',
      tool_call_id: `call_${i}`,
      content,
      ...(at !== undefined && { timestamp: at }),
      ...(messageStatus && { messageStatus }),
    },
  ])
  return [
    { role: 'user', content: '修复构建' },
    ...rounds.flat(),
    { role: 'assistant', content: '完成。' },
    { role: 'user', content: '继续' },
  ]
}

type Messages = ReturnType<typeof conversation>

const contents = (messages: readonly object[]) =>
  messages.flatMap((message) => ('tool_call_id' in message ? [String((message as { content?: unknown }).content)] : []))

/** By the preset and by the function: they have to agree. */
function simplified(runs: Run[], now: number, strict = false): boolean[] {
  const messages = deepFreeze(conversation(runs))
  const byPreset = contents(fit(messages, { preset: strict ? 'snow-terminal-strict' : preset, now, window: 200_000 }).request)
  const byFunction = contents(simplifyOutdatedTerminalResults(messages, { now, countErrors: strict }))
  expect(byFunction).toEqual(byPreset)
  return byPreset.map((content) => content === PLACEHOLDER)
}

/** Five other results that are newer. */
const newer = (at: number): Run[] => Array.from({ length: 5 }, (_, i) => ({ at: at + i, tool: 'filesystem-read', content: `file ${i}` }))

describe('the nine examples', () => {
  test('R2-02 R2-03 R2-15 example 1: over 15 minutes, succeeded, not among the newest five', () => {
    const [at, now] = [clock('01:00:00'), clock('01:20:00')]
    const messages = conversation([{ at }, ...newer(at + MINUTE)])
    const { request } = fit(messages, { preset, now, window: 200_000 })
    expect(request[2]).toEqual({ role: 'tool', tool_call_id: 'call_0', content: PLACEHOLDER, timestamp: at })
    expect(simplifyOutdatedTerminalResults(messages, { now })[2]).toEqual(request[2])
  })

  test('R2-02 R2-05 example 2: among the newest five', () => {
    const at = clock('01:00:00')
    expect(simplified([{ at }, ...newer(at + 1).slice(0, 4)], clock('01:20:00'))).toEqual(Array(5).fill(false))
  })

  test('R2-02 R2-06 example 3: a failure', () => {
    const at = clock('01:00:00')
    expect(simplified([{ at, content: FAILED }, ...newer(at + 1)], clock('01:20:00'))[0]).toBe(false)
  })

  test('R2-02 R2-07 example 4: not yet 15 minutes old', () => {
    const at = clock('01:30:00')
    expect(simplified([{ at }, ...newer(at + 1)], clock('01:35:00'))[0]).toBe(false)
  })

  const mixed: Run[] = [
    { at: clock('00:30:00'), content: FAILED },
    { at: clock('00:40:00'), tool: 'filesystem-read', content: 'a file' },
    { at: clock('00:50:00') },
    { at: clock('01:20:00') },
    { at: clock('01:30:00') },
    { at: clock('01:35:00') },
    { at: clock('01:40:00'), content: FAILED },
    { at: clock('01:45:00') },
    { at: clock('01:50:00') },
    { at: clock('01:55:00'), tool: 'filesystem-read', content: 'another file' },
  ]

  test('C-19 R2-05 example 5: failures do not use up the five, so exactly 7 and 8 are simplified', () => {
    // The example counts from the newest.
    const positions = simplified(mixed, clock('02:00:00'))
      .toReversed()
      .flatMap((gone, i) => (gone ? [i + 1] : []))
    expect(positions).toEqual([7, 8])
  })

  test('C-19 strict, as the sample code counts, they do: 6 goes too', () => {
    const positions = simplified(mixed, clock('02:00:00'), true)
      .toReversed()
      .flatMap((gone, i) => (gone ? [i + 1] : []))
    expect(positions).toEqual([6, 7, 8])
  })

  test('R2-08 example 6: other tools, whatever their age, even when they print what a terminal prints', () => {
    const at = clock('00:30:00')
    const others = ['filesystem-read', 'filesystem-edit', 'ace-tools'].map((tool) => ({ at, tool, content: OUTPUT }))
    expect(simplified([...others, ...newer(at + 1)], clock('01:00:00')).includes(true)).toBe(false)
  })

  test.each([
    ['R2-16 example 7: 15 minutes and a millisecond is simplified', '00:44:59.999', true],
    ['R2-16 R2-07 example 8: exactly fifteen minutes is kept', '00:45:00.000', false],
  ])('%s', (_, time, gone) => {
    const at = clock(time)
    expect(simplified([{ at }, ...newer(at + 1)], clock('01:00:00.000'))[0]).toBe(gone)
  })

  test('R2-09 R2-12 example 9: what is stored stays whole, and a restored session is simplified again', () => {
    const at = clock('01:00:00')
    const session = JSON.stringify(conversation([{ at }, ...newer(at + 1)]))
    const send = (now: number) => contents(fit(deepFreeze(JSON.parse(session)) as Messages, { preset, now, window: 200_000 }).request)[0]
    expect(send(clock('01:05:00'))).toBe(OUTPUT)
    expect(send(clock('01:20:00'))).toBe(PLACEHOLDER)
    expect(send(clock('01:20:00'))).toBe(PLACEHOLDER)
    expect(contents(JSON.parse(session) as Messages)[0]).toBe(OUTPUT)
  })
})

describe('what a terminal printed', () => {
  test.each([
    ['all fields', { content: '{"stdout":"hello","stderr":"","exitCode":0}' }, true],
    ['one field', { content: '{"stdout":"Build completed"}' }, true],
    ['only an exit code', { content: '{"exitCode":0}' }, true],
    ['words', { content: 'File content: ...' }, false],
    ['other JSON', { content: '{"path":"/path/to/file"}' }, false],
    ['nothing', { content: '' }, false],
    ['no content', {}, false],
    ['data instead of text', { content: { stdout: 'x' } }, true],
    ['blocks', { content: [{ type: 'text', text: '{"stdout":"x"}' }] }, true],
    ['a known name, whatever it says', { name: 'bash', content: 'plain words' }, true],
    ['another name, whatever it says', { name: 'filesystem-read', content: '{"stdout":"x"}' }, false],
  ])('R2-13 %s', (_, message, terminal) => {
    expect(isTerminalResult(message)).toBe(terminal)
  })

  test('R2-13 names are told without case, - and _; other names can be given', () => {
    expect(TERMINAL_TOOLS[0]).toBe('terminal-execute')
    for (const name of ['Terminal_Execute', 'Bash', 'exec_command', 'run_terminal_cmd']) expect(isTerminalResult({ name })).toBe(true)
    expect(isTerminalResult({ name: 'kubectl' })).toBe(false)
    expect(isTerminalResult({ name: 'kubectl' }, ['kubectl'])).toBe(true)
  })

  test('R2-13 a message without a name is told by the call it answers, then by its fields', () => {
    const at = clock('01:00:00')
    const now = clock('02:00:00')
    const nameless = conversation([{ at, tool: '' }, { at, tool: '', content: 'no fields at all, just words' }, ...newer(at + 1)])
    expect(contents(fit(nameless, { preset, now, window: 200_000 }).request).slice(0, 2)).toEqual([
      PLACEHOLDER,
      'no fields at all, just words',
    ])
    expect(contents(simplifyOutdatedTerminalResults(nameless, { now })).slice(0, 2)).toEqual([PLACEHOLDER, 'no fields at all, just words'])
  })
})

describe('failures', () => {
  test.each([
    ['begins with Error:', { content: 'Error: Command failed with exit code 1' }, true],
    ['messageStatus', { content: '...', messageStatus: 'error' }, true],
    ['is_error', { content: '...', is_error: true }, true],
    ['words on stderr', { content: '{"stdout":"","stderr":"Connection refused","exitCode":1}' }, true],
    ['an exit code other than 0, with nothing on stderr', { content: '{"stdout":"1 failing","stderr":"","exitCode":1}' }, true],
    ['the exit code inside metadata', { name: 'shell', content: '{"output":"","metadata":{"exit_code":127}}' }, true],
    ['success', { content: OUTPUT }, false],
    ['Error: in the middle', { content: 'no Error: here' }, false],
    ['broken JSON', { content: '{"stdout":"x","stderr":"oops"' }, false],
    ['stderr of a tool that is no terminal', { name: 'read', content: '{"stderr":"x"}' }, false],
    ['nothing', {}, false],
  ])('R2-14 %s', (_, message, failed) => {
    expect(isErrorResult(message)).toBe(failed)
  })

  test('R2-06 C-12 failures of every kind stay whole for ever', () => {
    const at = clock('00:00:00')
    const runs: Run[] = [
      { at, content: 'Error: Command failed with exit code 1' },
      { at, content: 'killed', messageStatus: 'error' },
      { at, content: FAILED },
      { at, content: '{"stdout":"1 failing, nothing on stderr","stderr":"","exitCode":1}' },
    ]
    expect(simplified([...runs, ...newer(at + 1)], clock('23:00:00')).includes(true)).toBe(false)
  })
})

describe('time and order', () => {
  test('R2-01 R2-19 only results with a time take part, in the order of their times, not of their places', () => {
    const at = clock('01:00:00')
    const timeless: Run[] = Array.from({ length: 5 }, () => ({}))
    expect(simplified([{ at }, ...timeless], clock('02:00:00'))).toEqual(Array(6).fill(false))
    expect(simplified([...newer(at + 10), { at }, ...timeless], clock('02:00:00'))[5]).toBe(true)
    const shuffled = [3, 0, 5, 1, 4, 2].map((minute) => ({ at: at + minute * MINUTE }))
    expect(simplified(shuffled, clock('02:00:00'))).toEqual([false, true, false, false, false, false])
  })

  test('C-03 a result is kept if its age, its place among the newest or its failure keeps it', () => {
    const now = clock('02:00:00')
    const old = now - 16 * MINUTE
    const runs: Run[] = [{ at: old }, { at: old, content: FAILED }, { at: now - 15 * MINUTE }, ...newer(now - MINUTE)]
    expect(simplified(runs, now)).toEqual([true, ...Array(7).fill(false)])
  })

  test('A-09 a result that the model has not seen is not simplified, however old', () => {
    const messages = conversation([{ at: 0 }]).slice(0, 3)
    const { edits } = plan(messages, { preset: snowTerminal({ keep: 0 }), now: 99 * MINUTE, window: 200_000 })
    expect(edits).toEqual([])
  })

  test('R2-11 R2-10 send, build, simplify, call: the call itself stays, so the command can be run again', () => {
    const at = clock('01:00:00')
    const messages = conversation([{ at }, ...newer(at + 1)])
    const { request } = fit(messages, { preset, now: clock('01:20:00'), window: 200_000 })
    expect(request.map((message, i) => (message === messages[i] ? '' : i)).filter(String)).toEqual([2])
    expect(request[1]).toBe(messages[1])
  })
})

describe('broken pairs', () => {
  const [question, call, result] = conversation([{ at: 0 }]) as [object, object, object]
  const half = {
    role: 'assistant',
    content: 'Both.',
    tool_calls: ['x', 'y'].map((id) => ({ id, type: 'function', function: { name: 'bash', arguments: '{}' } })),
  }
  const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'out' })
  type Chat = Parameters<typeof cleanOrphanedToolCalls>[0]

  test.each([
    ['a pair stays', [question, call, result], [0, 1, 2]],
    ['a result without call goes', [question, answer('nobody'), call, result], [0, 2, 3]],
    ['an unanswered call goes with its message', [question, call, question], [0, 2]],
    ['a message half answered goes, and its result with it', [question, half, answer('x'), question], [0, 3]],
    ['a message wholly answered stays, in any order', [question, half, answer('y'), answer('x')], [0, 1, 2, 3]],
    ['a result after other words answers nothing', [call, question, result], [1]],
    ['nothing', [], []],
  ])('R2-18 %s', (_, messages, kept) => {
    deepFreeze(messages)
    expect(cleanOrphanedToolCalls(messages as unknown as Chat)).toEqual(kept.map((i) => messages[i]))
  })

  test('R2-17 first the pairs, then the simplifying; the preset does both', () => {
    const at = clock('01:00:00')
    const now = clock('02:00:00')
    const orphans = newer(at + 1).map(({ content, ...rest }, i) => ({
      role: 'tool',
      tool_call_id: `gone_${i}`,
      content,
      timestamp: rest.at,
    }))
    const messages = [...conversation([{ at }]), ...orphans]
    // Counted with the orphans it would be the sixth and go.
    expect(simplifyOutdatedTerminalResults(cleanOrphanedToolCalls(messages), { now })[2]).toBe(messages[2])
    const { request } = fit(messages, { preset, now, window: 200_000 })
    expect(contents(request)).toEqual([OUTPUT])
  })
})

describe('log, settings, measure', () => {
  const at = clock('01:00:00')
  const now = clock('02:00:00')
  const messages = deepFreeze(conversation([{ at }, { at }, ...newer(at + 1)]))

  test('R2-20 says how many, when there were any', () => {
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    simplifyOutdatedTerminalResults(messages, { now, log })
    simplifyOutdatedTerminalResults(messages, { now: at, log })
    simplifyOutdatedTerminalResults(messages, { now, log, locale: 'en' })
    expect(lines).toEqual(['精简了 2 个过时命令返回内容', 'simplified 2 out-of-date command outputs'])
  })

  test('R2-04 R2-22 fifteen minutes and five are defaults', () => {
    const long = snowTerminal({ minutes: 61 })
    expect(contents(fit(messages, { preset: long, now, window: 200_000 }).request)).not.toContain(PLACEHOLDER)
    expect(contents(fit(messages, { preset: snowTerminal({ keep: 6 }), now, window: 200_000 }).request).slice(0, 2)).toEqual([
      PLACEHOLDER,
      OUTPUT,
    ])
    expect(contents(simplifyOutdatedTerminalResults(messages, { now, keep: 6 })).slice(0, 2)).toEqual([PLACEHOLDER, OUTPUT])
    expect(contents(simplifyOutdatedTerminalResults(messages, { now, text: '旧' }))[0]).toBe('旧')
  })

  test('R2-03 in English on request', () => {
    expect(contents(fit(messages, { preset, now, window: 200_000, locale: 'en' }).request)[0]).toBe(
      'The output of this command is out of date',
    )
  })

  test('R2-23 the plan counts the tokens saved, result by result', () => {
    const { edits, before, after } = plan(messages, { preset, now, window: 200_000 })
    const saved = edits.filter(({ pass }) => pass === 'expire').map((each) => each.before - each.after)
    expect(saved.length).toBe(2)
    expect(before - after).toBe(saved.reduce((sum, each) => sum + each))
    expect(explain(plan(messages, { preset, now, window: 200_000 }))).toContain('terminal-execute')
  })

  test('R2-21 the seven criteria in one conversation', () => {
    const lines: string[] = []
    const stored = conversation([
      { at: now - 15 * MINUTE - 1 },
      { at: now - 15 * MINUTE },
      { at: at - 1, content: FAILED },
      { at: at - 2, tool: 'filesystem-read', content: OUTPUT },
      ...newer(now - MINUTE),
    ])
    const before = JSON.stringify(stored)
    const out = contents(simplifyOutdatedTerminalResults(stored, { now, log: (line) => lines.push(line) }))
    expect(out.slice(0, 4)).toEqual([PLACEHOLDER, OUTPUT, FAILED, OUTPUT])
    expect(out.slice(-5)).toEqual(newer(0).map(({ content }) => content))
    expect(JSON.stringify(stored)).toBe(before)
    expect(lines).toEqual(['精简了 1 个过时命令返回内容'])
  })

  test('a short answer is not made longer, an empty one stays empty', () => {
    const short = conversation([{ at, content: 'ok' }, { at, content: '' }, ...newer(at + 1)])
    expect(contents(simplifyOutdatedTerminalResults(short, { now })).slice(0, 2)).toEqual(['ok', ''])
    expect(contents(fit(short, { preset, now, window: 200_000 }).request).slice(0, 2)).toEqual(['ok', ''])
  })

  test('what was simplified can be recalled, and stays simplified', () => {
    const first = fit(messages, { preset, now, window: 200_000 })
    expect(recall(messages, 'call_0')?.text).toBe(OUTPUT)
    const later = fit(messages, { preset, now: at, window: 200_000, ledger: first.ledger })
    expect(JSON.stringify(later.request)).toBe(JSON.stringify(first.request))
    expect(presets[preset].literal).toBe(true)
  })
})
