/** The receipt: a plan in words a person understands. */
import type { Floor, Locale, Plan, Planned, Refusal } from '../types.js'
import { idOf } from './edits.js'
import { RECEIPT } from './receipt-words.js'

/** Of each pass the `most` edits that saved most. */
export function explain(plan: Plan, { locale = 'en', most = 10 }: { locale?: Locale; most?: number } = {}): string {
  const words = RECEIPT[locale]
  const { budget, envelope } = plan
  const lines = [
    words.head(plan.preset, envelope.model || envelope.provider, n(budget.window), n(budget.reserve), n(budget.limit)),
    '',
    `${words.history} ${n(plan.before)} tokens (${words.counted[plan.counted]})`,
    `${words.sent} ${n(plan.after)} tokens${change(plan)}`,
  ]
  if (plan.floor) lines.push(`${words.doesNotFit(n(plan.floor.total))} ${floorParts(plan.floor, words.parts)}`)
  if (plan.edits.length === 0) lines.push('', words.nothing)
  for (const [pass, edits] of byPass(plan.edits)) {
    lines.push('', `${pass}: ${words.edits(edits.length)}, ${signed(weight(edits))} tokens`)
    const largest = edits.toSorted((a, b) => saved(b) - saved(a))
    for (const { edit, before, after, what } of largest.slice(0, most)) {
      const reason = words.reasons[edit.reason as keyof typeof words.reasons] ?? edit.reason
      lines.push(`  ${what}: ${n(before)} -> ${n(after)}, ${reason} (${idOf(edit)})`)
    }
    if (edits.length > most) lines.push(`  ${words.more(edits.length - most)}`)
  }
  lines.push(...refusals(plan.refused, words, most))
  for (const want of plan.wants) lines.push('', `${words.wanted}: ${want.from} .. ${want.to}, ${want.reason}`)
  if (plan.edits.some(({ when }) => when !== 'repair')) lines.push('', words.recall)
  lines.push('', cacheLine(plan, words))
  return lines.join('\n')
}

type Words = (typeof RECEIPT)[Locale]

function change({ before, after }: Plan): string {
  if (before === after) return ''
  return `, ${signed(after - before)} (${signed(((after - before) / before) * 100, 1)} %)`
}

/** One line a reason: which messages were held is seldom the question, that some were is. */
function refusals(refused: readonly Refusal[], words: Words, most: number): string[] {
  if (refused.length === 0) return []
  const counts = new Map<string, number>()
  for (const { why } of refused) counts.set(why, (counts.get(why) ?? 0) + 1)
  return ['', words.refused, ...[...counts].slice(0, most).map(([why, count]) => `  ${words.whys[why as Refusal['why']]}: ${count}`)]
}

function cacheLine(plan: Plan, words: Words): string {
  if (plan.envelope.heldByServer) return words.held
  if (plan.first) return words.first
  if (plan.cold) return words.cold
  return plan.firstChange === null ? words.grew : words.changed(plan.firstChange)
}

function byPass(edits: readonly Planned[]): Map<string, Planned[]> {
  const groups = new Map<string, Planned[]>()
  for (const planned of edits) {
    const group = groups.get(planned.pass)
    if (group) group.push(planned)
    else groups.set(planned.pass, [planned])
  }
  return groups
}

function floorParts(floor: Floor, names: Record<Exclude<keyof Floor, 'total'>, string>): string {
  const parts = (['system', 'tools', 'pinned', 'lastTurn'] as const).filter((part) => floor[part] > 0)
  return `(${parts.map((part) => `${names[part]} ${n(floor[part])}`).join(', ')})`
}

const saved = ({ before, after }: Planned) => before - after
const weight = (edits: readonly Planned[]) => -edits.reduce((sum, planned) => sum + saved(planned), 0)
const n = (value: number) => Math.round(value).toLocaleString('en-US')
const signed = (value: number, digits = 0) =>
  `${value > 0 ? '+' : value < 0 ? '-' : ''}${Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: digits })}`
