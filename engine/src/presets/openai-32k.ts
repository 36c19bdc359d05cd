/** What seed 003 says of OpenAI's own limit, so that the cut is ours and says what it took. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { truncate } from '../passes/index.js'

export const openai32k: Preset = {
  name: 'openai-32k',
  title: 'Tool output within the 32,768 characters a provider is said to take; nothing else is limited',
  passes: [truncate({ strategy: 'none', providerChars: 32_768 })],
  schedule: eager,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
  literal: true,
}
