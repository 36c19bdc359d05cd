/** Seed 003: limits tool by tool, as its tool_config.yaml has them. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { truncate } from '../passes/index.js'

export const toolLimits: Preset = {
  name: 'tool-limits',
  title: 'Tool output cut by the arithmetic of a tool_config.yaml: 8,000 characters and 500 lines, other limits for some tools',
  passes: [
    truncate({
      maxChars: 8_000,
      maxLines: 500,
      strategy: 'head_tail',
      tools: {
        repo_map: { maxChars: 10_000, maxLines: 1_000 },
        read_file: { maxChars: 5_000, maxLines: 200 },
        grep_search: { maxLines: 100 },
      },
      providerChars: 32_768,
    }),
  ],
  schedule: eager,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  literal: true,
}
