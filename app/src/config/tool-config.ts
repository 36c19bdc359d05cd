/** `tool_config.yaml`: how much each tool may say. Read with every mistake named by key and line, and written back. */
import { OUTPUT_LIMITS, type OutputLimits } from '@loadline/engine/passes'
import { stringify } from 'yaml'
import { type Key, type Keys, KeyedYaml } from './keyed-yaml.js'

export interface ToolConfig {
  default: Required<OutputLimits>
  tools: { readonly [tool: string]: ToolLimits }
  summarization: Summarization
}

/** What a tool leaves open follows the default; what is no limit of its text is for the tool itself. */
export interface ToolLimits extends OutputLimits {
  /** Lines around each match of a search. */
  showContext?: number
  maxDepth?: number
  maxFiles?: number
}

export interface Summarization {
  enabled: boolean
  model: string
  maxInputChars: number
  /** Shorter results are cut instead. */
  triggerThreshold: number
}

/** What a file that says nothing means. */
export const TOOL_CONFIG: ToolConfig = {
  default: OUTPUT_LIMITS,
  tools: {},
  summarization: { enabled: false, model: 'qwen-turbo', maxInputChars: 50_000, triggerThreshold: 20_000 },
}

/** Throws ConfigError. */
export function readToolConfig(text: string): ToolConfig {
  const yaml = KeyedYaml.parse(text)
  const top = yaml.sections(yaml.top, ['tool_output_limits', 'summarization'])
  const limits = yaml.sections(top.tool_output_limits, ['default', 'tools'])
  return {
    default: { ...TOOL_CONFIG.default, ...yaml.values(limits.default, LIMIT_KEYS) },
    tools: Object.fromEntries(yaml.entries(limits.tools).map((tool) => [tool.key, yaml.values(tool, TOOL_KEYS)])),
    summarization: { ...TOOL_CONFIG.summarization, ...yaml.values(top.summarization, SUMMARY_KEYS) },
  }
}

export function writeToolConfig({ default: all, tools, summarization }: ToolConfig): string {
  const written = Object.entries(tools).map(([tool, limits]) => [tool, renamed(limits, TOOL_KEYS)])
  return stringify({
    tool_output_limits: { default: renamed(all, LIMIT_KEYS), tools: Object.fromEntries(written) },
    summarization: renamed(summarization, SUMMARY_KEYS),
  })
}

/** The limits that hold for a tool. */
export function limitsFor({ default: all, tools }: ToolConfig, tool: string): Required<OutputLimits> {
  const { maxChars, maxLines, strategy } = { ...all, ...(Object.hasOwn(tools, tool) ? tools[tool] : undefined) }
  return { maxChars, maxLines, strategy }
}

/** Only for tools that ask for it, and only once it was switched on: it costs a call of its own. */
export function isSummarized(config: ToolConfig, tool: string, chars: number): boolean {
  const { enabled, triggerThreshold } = config.summarization
  return enabled && limitsFor(config, tool).strategy === 'summarize' && chars > triggerThreshold
}

const whole = (name: string, least: number): Key => ({
  name,
  expected: `a whole number from ${least}`,
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= least,
})

const STRATEGIES: readonly unknown[] = ['head_tail', 'head_only', 'summarize', 'none'] satisfies OutputLimits['strategy'][]

const LIMIT_KEYS: Keys = {
  max_chars: whole('maxChars', 1),
  max_lines: whole('maxLines', 1),
  truncation_strategy: { name: 'strategy', expected: `one of ${STRATEGIES.join(', ')}`, accepts: (value) => STRATEGIES.includes(value) },
}

const TOOL_KEYS: Keys = {
  ...LIMIT_KEYS,
  show_context: whole('showContext', 0),
  max_depth: whole('maxDepth', 1),
  max_files: whole('maxFiles', 1),
}

const SUMMARY_KEYS: Keys = {
  enabled: { name: 'enabled', expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  model: { name: 'model', expected: 'the name of a model', accepts: (value) => typeof value === 'string' && value !== '' },
  max_input_chars: whole('maxInputChars', 1),
  trigger_threshold: whole('triggerThreshold', 0),
}

function renamed(given: object, keys: Keys): { [key: string]: unknown } {
  const values = given as { [name: string]: unknown }
  return Object.fromEntries(Object.entries(keys).flatMap(([key, { name }]) => (values[name] === undefined ? [] : [[key, values[name]]])))
}
