/** Replaces results that a later one makes pointless: a read covered by a later read, a command or search run again. */
import type { Json, Locale, PartOf, Pass, View } from '../types.js'
import { describeCall } from '../core/describe.js'
import { callsBehind, results } from '../core/rounds.js'
import { kindOf } from './kinds.js'
import { reference } from './reference.js'

export interface SupersedeOptions {
  /** Smaller results are not worth a placeholder. */
  minTokens?: number
}

const TEXTS: Record<Locale, (what: string, by: string, ref: string) => string> = {
  en: (what, by, ref) => `[superseded: ${what} again in ${by}${ref}]`,
  'zh-CN': (what, by, ref) => `[已被取代：${what}，见 ${by}${ref}]`,
}

/** An offer, so it rides along with folds that happen anyway: alone it is not worth a rewritten prefix. */
export const supersede = ({ minTokens = 120 }: SupersedeOptions = {}): Pass => ({
  name: 'supersede',
  when: 'offer',
  *run(view, { locale }) {
    for (const { old, call, by } of superseded(view)) {
      if (old.tokens < minTokens) continue
      const { callId, tool, error } = old
      const text = TEXTS[locale](describeCall(tool, call), by.id, reference(old.id, view, locale))
      const content = { kind: 'result' as const, callId, tool, error, body: [{ kind: 'text' as const, text }] }
      yield { op: 'replace', target: old.id, content, recall: true, reason: 'superseded' }
    }
  },
})

interface Superseded {
  old: PartOf<'result'>
  call: PartOf<'call'>
  by: PartOf<'result'>
}

/** Going back from the newest: what was looked at again later. An error supersedes nothing. */
function superseded(view: View): Superseded[] {
  const calls = callsBehind(view)
  const later: { call: PartOf<'call'>; result: PartOf<'result'> }[] = []
  const found: Superseded[] = []
  const newest = new Map<string, typeof later>()
  for (const result of results(view).reverse()) {
    const call = calls.get(result.id)
    if (!call) continue
    const subject = subjectOf(call)
    const again = newest.get(subject)?.find((each) => covers(each.call, call))
    if (again) found.push({ old: result, call, by: again.result })
    if (!result.error && !again) newest.set(subject, [...(newest.get(subject) ?? []), { call, result }])
  }
  return found.reverse()
}

/** What a call is about: the file it reads, else the whole of what it does. */
function subjectOf(call: PartOf<'call'>): string {
  const path = kindOf(call.tool, call) === 'read' ? pathOf(call.args.value) : undefined
  return path === undefined ? `${call.tool}\n${call.args.text}` : `read\n${path}`
}

/** Whether the later call shows all that the earlier did. Edits and other work with effects are never covered. */
function covers(later: PartOf<'call'>, earlier: PartOf<'call'>): boolean {
  const kind = kindOf(earlier.tool, earlier)
  if (kind === 'edit' || kind === 'agent' || kind === 'other') return false
  if (later.tool === earlier.tool && later.args.text === earlier.args.text) return true
  if (kind !== 'read') return false
  const [wide, narrow] = [rangeOf(later.args.value), rangeOf(earlier.args.value)]
  return wide.from <= narrow.from && wide.to >= narrow.to
}

function pathOf(args: Json | undefined): string | undefined {
  if (!isFields(args)) return undefined
  const path = args.file_path ?? args.path ?? args.filePath ?? args.filename ?? args.file
  return typeof path === 'string' ? path : undefined
}

/** First and last line asked for; all of the file when nothing is said. */
function rangeOf(args: Json | undefined): { from: number; to: number } {
  if (!isFields(args)) return { from: 0, to: Infinity }
  const number = (value: Json | undefined) => (typeof value === 'number' ? value : undefined)
  const from = number(args.offset ?? args.start_line ?? args.startLine ?? args.from) ?? 0
  const count = number(args.limit ?? args.num_lines)
  const to = number(args.end_line ?? args.endLine ?? args.to) ?? (count === undefined ? Infinity : from + count)
  return { from, to }
}

function isFields(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
