/** The receipt: a plan in words a person understands. */
import type { Edit, Locale, Plan, Planned } from '../types.js'

const WORDS = {
  en: {
    head: (p: Plan) =>
      `${p.preset} for ${where(p)}: window ${n(p.budget.window)} - reserve ${n(p.budget.reserve)} = limit ${n(p.budget.limit)} tokens`,
    before: 'history',
    after: 'sent',
    counted: { exact: 'exact', calibrated: 'calibrated on reported usage', estimated: 'estimated' },
    nothing: 'Nothing was left out.',
    edits: (count: number) => (count === 1 ? '1 edit' : `${count} edits`),
    refused: 'Refused by the guard',
    wants: 'Wanted from a model',
    doesNotFit: (p: Plan) => `Does not fit: the least this request can be is ${n(p.floor?.total ?? 0)} tokens`,
    grew: 'The request only grew: what the provider has cached stays valid.',
    changed: (id: string) => `The first message that differs from the last request is ${id}: the cache is rewritten from there.`,
    cold: 'The provider has nothing of it in its cache.',
    held: 'The provider holds this history: it is only observed.',
  },
  'zh-CN': {
    head: (p: Plan) =>
      `${p.preset}，${where(p)}：窗口 ${n(p.budget.window)} - 预留 ${n(p.budget.reserve)} = 上限 ${n(p.budget.limit)} tokens`,
    before: '历史',
    after: '发送',
    counted: { exact: '精确', calibrated: '按上报用量校准', estimated: '估算' },
    nothing: '没有省略任何内容。',
    edits: (count: number) => `${count} 处`,
    refused: '被守卫拒绝',
    wants: '需要模型完成',
    doesNotFit: (p: Plan) => `放不下：这个请求至少需要 ${n(p.floor?.total ?? 0)} tokens`,
    grew: '请求只在末尾增长：服务商的缓存仍然有效。',
    changed: (id: string) => `与上次请求不同的第一条消息是 ${id}：缓存从那里重写。`,
    cold: '服务商的缓存中没有这个请求。',
    held: '历史由服务商保存：只观察，不改动。',
  },
} satisfies Record<Locale, unknown>

export function explain(plan: Plan, { locale = 'en', most = 20 }: { locale?: Locale; most?: number } = {}): string {
  const words = WORDS[locale]
  const saved = plan.before - plan.after
  const share = plan.before > 0 ? ` (${saved >= 0 ? '-' : '+'}${((Math.abs(saved) / plan.before) * 100).toFixed(1)} %)` : ''
  const lines = [
    words.head(plan),
    `  ${words.before.padEnd(8)}${n(plan.before).padStart(10)}  ${words.counted[plan.counted]}`,
    `  ${words.after.padEnd(8)}${n(plan.after).padStart(10)}  ${signed(-saved)}${share}`,
  ]
  if (plan.floor) lines.push(`${words.doesNotFit(plan)} (${floorParts(plan)})`)
  if (plan.edits.length === 0) lines.push(words.nothing)
  for (const [pass, edits] of byPass(plan.edits)) {
    lines.push('', `${pass}  ${words.edits(edits.length)}  ${signed(edits.reduce((sum, { before, after }) => sum + after - before, 0))}`)
    for (const planned of edits.slice(0, most)) lines.push(`  ${line(planned)}`)
    if (edits.length > most) lines.push(`  ... +${edits.length - most}`)
  }
  if (plan.refused.length > 0) {
    lines.push('', words.refused)
    for (const { edit, pass, why } of plan.refused.slice(0, most)) lines.push(`  ${target(edit)}  ${pass}: ${why}`)
    if (plan.refused.length > most) lines.push(`  ... +${plan.refused.length - most}`)
  }
  if (plan.wants.length > 0) {
    lines.push('', words.wants)
    for (const want of plan.wants) lines.push(`  ${want.from} .. ${want.to}: ${want.reason}`)
  }
  lines.push('', cacheLine(plan, words))
  return lines.join('\n')
}

function cacheLine(plan: Plan, words: (typeof WORDS)[Locale]): string {
  if (plan.envelope.heldByServer) return words.held
  if (plan.cold) return words.cold
  return plan.firstChange === null ? words.grew : words.changed(plan.firstChange)
}

function line({ edit, before, after }: Planned): string {
  return `${target(edit)}  ${edit.op}  ${n(before)} -> ${n(after)}  ${edit.reason}`
}

function target(edit: Edit): string {
  if (edit.op === 'insert') return edit.id
  return edit.op === 'fold' ? `${edit.point.from} .. ${edit.point.to}` : edit.target
}

function byPass(edits: readonly Planned[]): Map<string, Planned[]> {
  const groups = new Map<string, Planned[]>()
  for (const planned of edits) groups.set(planned.pass, [...(groups.get(planned.pass) ?? []), planned])
  return groups
}

function floorParts({ floor }: Plan): string {
  if (!floor) return ''
  return (['system', 'tools', 'pinned', 'lastTurn'] as const).map((part) => `${part} ${n(floor[part])}`).join(', ')
}

function where({ envelope }: Plan): string {
  return [envelope.provider, envelope.model].filter(Boolean).join(' ')
}

const n = (value: number) => Math.round(value).toLocaleString('en-US')
const signed = (value: number) => (value > 0 ? `+${n(value)}` : n(value))
