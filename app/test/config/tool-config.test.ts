/** `tool_config.yaml`: what it says, what it leaves open, and what is wrong with it. */
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../../src/config/keyed-yaml.js'
import { isSummarized, limitsFor, readToolConfig, TOOL_CONFIG, writeToolConfig, type ToolConfig } from '../../src/config/tool-config.js'

/** As the seed has it, letter for letter. */
const SEED = `# 工具输出限制配置
tool_output_limits:
  # 全局默认限制
  default:
    max_chars: 8000
    max_lines: 500
    truncation_strategy: "head_tail"  # head_tail | head_only | summarize
  
  # 特定工具的限制
  tools:
    repo_map:
      max_chars: 10000
      max_lines: 1000
    
    read_file:
      max_chars: 5000
      max_lines: 200
    
    grep_search:
      max_lines: 100
      show_context: 2  # 每个匹配显示前后2行
    
    get_repo_structure:
      max_depth: 3
      max_files: 500

# 智能摘要配置（可选）
summarization:
  enabled: false  # 默认关闭，因为有额外成本
  model: "qwen-turbo"  # 使用便宜的模型
  max_input_chars: 50000  # 传递给摘要模型的最大字符数
  trigger_threshold: 20000  # 超过这个长度才触发摘要
`

const config: ToolConfig = {
  default: { maxChars: 8_000, maxLines: 500, strategy: 'head_tail' },
  tools: {
    repo_map: { maxChars: 10_000, maxLines: 1_000 },
    read_file: { maxChars: 5_000, maxLines: 200 },
    grep_search: { maxLines: 100, showContext: 2 },
    get_repo_structure: { maxDepth: 3, maxFiles: 500 },
  },
  summarization: { enabled: false, model: 'qwen-turbo', maxInputChars: 50_000, triggerThreshold: 20_000 },
}

test('R3-23 R3-24 R3-25 the seed’s file reads as it means', () => {
  expect(readToolConfig(SEED)).toEqual(config)
})

test.each([
  ['repo_map', { maxChars: 10_000, maxLines: 1_000, strategy: 'head_tail' }],
  ['grep_search', { maxChars: 8_000, maxLines: 100, strategy: 'head_tail' }],
  ['get_repo_structure', { maxChars: 8_000, maxLines: 500, strategy: 'head_tail' }],
  ['a tool nobody named', { maxChars: 8_000, maxLines: 500, strategy: 'head_tail' }],
  ['constructor', { maxChars: 8_000, maxLines: 500, strategy: 'head_tail' }],
])('R3-26 what %s leaves open follows the default', (tool, limits) => {
  expect(limitsFor(config, tool)).toEqual(limits)
})

test.each([
  ['nothing', ''],
  ['remarks only', '# later\n'],
  ['empty sections', 'tool_output_limits:\n  default:\n  tools: {}\nsummarization:\n'],
])('R3-26 %s means the defaults', (_, text) => {
  expect(readToolConfig(text)).toEqual(TOOL_CONFIG)
})

test('R3-23 R3-26 part of the default may be said', () => {
  const { default: all } = readToolConfig('tool_output_limits: {default: {truncation_strategy: none}}')
  expect(all).toEqual({ maxChars: 8_000, maxLines: 500, strategy: 'none' })
})

test('an alias stands for what it names', () => {
  const text = 'tool_output_limits:\n  tools:\n    a: &small {max_chars: &few 100}\n    b: *small\n    c: {max_lines: *few}\n'
  expect(readToolConfig(text).tools).toEqual({ a: { maxChars: 100 }, b: { maxChars: 100 }, c: { maxLines: 100 } })
})

describe('R3-26 written and read again', () => {
  test.each<[string, ToolConfig]>([
    ['the seed’s', config],
    ['the defaults', TOOL_CONFIG],
    [
      'names that need quotes',
      { ...config, tools: { 'a: b': { strategy: 'none' }, '12': { maxLines: 1 }, true: {}, ['__proto__']: { maxChars: 7 } } },
    ],
  ])('%s', (_, given) => {
    expect(readToolConfig(writeToolConfig(given))).toEqual(given)
  })

  test('in the order and the words of the seed', () => {
    expect(writeToolConfig({ ...config, tools: { grep_search: { showContext: 2, maxLines: 100 } } })).toBe(`tool_output_limits:
  default:
    max_chars: 8000
    max_lines: 500
    truncation_strategy: head_tail
  tools:
    grep_search:
      max_lines: 100
      show_context: 2
summarization:
  enabled: false
  model: qwen-turbo
  max_input_chars: 50000
  trigger_threshold: 20000
`)
  })
})

describe('mistakes name the key and the line', () => {
  const limits = (...lines: string[]) => ['tool_output_limits:', '  default:', ...lines.map((line) => `    ${line}`), ''].join('\n')

  test.each([
    [
      'a word for a number',
      limits('max_lines: 5', 'max_chars: many'),
      4,
      'tool_output_limits.default.max_chars: expected a whole number from 1, not "many"',
    ],
    [
      'a number in quotes',
      limits('max_chars: "8000"'),
      3,
      'tool_output_limits.default.max_chars: expected a whole number from 1, not "8000"',
    ],
    ['nothing allowed at all', limits('max_chars: 0'), 3, 'tool_output_limits.default.max_chars: expected a whole number from 1, not 0'],
    ['less than nothing', limits('max_lines: -1'), 3, 'tool_output_limits.default.max_lines: expected a whole number from 1, not -1'],
    ['half a line', limits('max_lines: 1.5'), 3, 'tool_output_limits.default.max_lines: expected a whole number from 1, not 1.5'],
    ['infinity', limits('max_chars: .inf'), 3, 'tool_output_limits.default.max_chars: expected a whole number from 1, not Infinity'],
    ['no value', limits('max_chars:'), 3, 'tool_output_limits.default.max_chars: expected a whole number from 1, not null'],
    [
      'an unknown strategy',
      limits('truncation_strategy: middle'),
      3,
      'tool_output_limits.default.truncation_strategy: expected one of head_tail, head_only, summarize, none, not "middle"',
    ],
    [
      'a slip of the keyboard',
      limits('max_char: 5'),
      3,
      'tool_output_limits.default.max_char: unknown key; known: max_chars, max_lines, truncation_strategy',
    ],
    [
      'a key of a tool',
      'tool_output_limits:\n  tools:\n    read_file:\n      lines: 5\n',
      4,
      'tool_output_limits.tools.read_file.lines: unknown key; known: max_chars, max_lines, truncation_strategy, show_context, max_depth, max_files',
    ],
    [
      'a number for a tool',
      'tool_output_limits:\n  tools:\n    read_file: 5\n',
      3,
      'tool_output_limits.tools.read_file: expected keys with values, not 5',
    ],
    [
      'a list of tools',
      'tool_output_limits:\n  tools:\n    - read_file\n',
      2,
      'tool_output_limits.tools: expected keys with values, not a list',
    ],
    ['an unknown section', 'tool_output_limit: {}\n', 1, 'tool_output_limit: unknown key; known: tool_output_limits, summarization'],
    ['a word for yes', 'summarization:\n  enabled: yes please\n', 2, 'summarization.enabled: expected true or false, not "yes please"'],
    ['no name for the model', 'summarization:\n  model: ""\n', 2, 'summarization.model: expected the name of a model, not ""'],
    ['a list', '- 1\n', 1, 'expected keys with values, not a list'],
    ['a word', 'hello\n', 1, 'expected keys with values, not "hello"'],
    ['the same key twice', limits('max_chars: 5', 'max_chars: 6'), 4, 'not YAML: Map keys must be unique'],
    ['a tab', 'tool_output_limits:\n\tdefault: {}\n', 2, 'not YAML: Tabs are not allowed as indentation'],
    ['a bracket that never closes', 'tool_output_limits: {default: \n', 1, 'not YAML: '],
    ['an alias of nothing', limits('max_chars: *few'), 3, 'tool_output_limits.default.max_chars: *few stands for nothing in this file'],
    ['a section that is an alias of nothing', 'summarization: *gone\n', 1, 'summarization: *gone stands for nothing in this file'],
    [
      'a list for a number',
      limits('max_chars: [1, 2]'),
      3,
      'tool_output_limits.default.max_chars: expected a whole number from 1, not a list',
    ],
  ])('%s', (_, text, line, said) => {
    const error = thrown(() => readToolConfig(text))
    expect(error).toBeInstanceOf(ConfigError)
    const { message, line: at } = error as ConfigError
    expect(at).toBe(line)
    expect(message.startsWith(`line ${line}: ${said}`) || message).toBe(true)
    expect(message).not.toContain('\n')
  })
})

describe('R3-09 R3-28 a summary', () => {
  const on: ToolConfig = {
    ...config,
    tools: { ...config.tools, repo_map: { strategy: 'summarize' } },
    summarization: { ...config.summarization, enabled: true },
  }

  test.each<[string, ToolConfig, string, number, boolean]>([
    ['is off until it is switched on', { ...on, summarization: config.summarization }, 'repo_map', 30_000, false],
    ['is for tools that ask for it', on, 'read_file', 30_000, false],
    ['is for what is longer than 20,000 characters', on, 'repo_map', 20_000, false],
    ['is wanted then', on, 'repo_map', 20_001, true],
  ])('%s', (_, given, tool, chars, wanted) => {
    expect(isSummarized(given, tool, chars)).toBe(wanted)
  })
})

function thrown(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
