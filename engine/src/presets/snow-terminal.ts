/** Seed 002: what commands printed more than 15 minutes ago is one line, unless it failed or is among the newest five results. */
import type { Preset } from '../types.js'
import { eager } from '../core/schedule.js'
import { expire, type ExpireOptions } from '../passes/index.js'

export const snowTerminal = (options: ExpireOptions = {}): Preset => ({
  name: 'snow-terminal',
  title: 'Seed 002: output of commands over 15 minutes old is one line; failures and the newest five results stay',
  passes: [expire({ minutes: 15, keep: 5, ...options })],
  schedule: eager,
  literal: true,
  locale: 'zh-CN',
  high: 0.95,
  low: 0.7,
})
