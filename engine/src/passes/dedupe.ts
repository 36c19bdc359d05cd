/** Points to text that stands earlier in the request instead of sending it again: whole results, or runs of lines. */
import type { Edit, Locale, Pass, PartOf, View } from '../types.js'
import { results } from '../core/rounds.js'

export interface DedupeOptions {
  /** Also runs of lines inside a result, not only whole results. */
  lines?: boolean
}

const TEXTS: Record<Locale, { whole(lines: number, id: string): string; run(from: number, to: number, id: string, at: number): string }> = {
  en: {
    whole: (lines, id) => `[${lines} lines: as in ${id}]`,
    run: (from, to, id, at) => `[lines ${from}-${to}: as in ${id} from line ${at}]`,
  },
  'zh-CN': {
    whole: (lines, id) => `[${lines} 行：同 ${id}]`,
    run: (from, to, id, at) => `[第 ${from}-${to} 行：同 ${id} 第 ${at} 行起]`,
  },
}

/** Shorter repetitions are not worth a pointer. */
const LEAST = { lines: 3, chars: 160, charsOfAny: 240 }

export const dedupe = ({ lines = false }: DedupeOptions = {}): Pass => ({
  name: 'dedupe',
  when: 'arrival',
  *run(view, { fresh, locale }) {
    const candidates = fresh.flatMap(({ parts }) => parts.filter(isLong))
    if (candidates.length === 0) return
    const places = new Places()
    const isFresh = new Set(candidates.map(({ id }) => id))
    for (const result of results(view)) {
      const edit = isFresh.has(result.id) ? point(result, places, lines, locale) : undefined
      if (edit) yield edit
      else places.add(result)
    }
  },
})

/** Lines that stand in the request, and where each stands first. */
class Places {
  private readonly texts = new Map<string, string>()
  private readonly lines = new Map<string, { id: string; lines: readonly string[]; at: number }>()

  add({ id, body }: PartOf<'result'>): void {
    const text = onlyText(body)
    if (text === undefined) return
    if (!this.texts.has(text)) this.texts.set(text, id)
    const lines = text.split('\n')
    lines.forEach((line, at) => {
      if (line.length >= 8 && !this.lines.has(line)) this.lines.set(line, { id, lines, at })
    })
  }

  whole(text: string): string | undefined {
    return this.texts.get(text)
  }

  /** The longest run of these lines, from `from` on, that stands together somewhere. */
  run(lines: readonly string[], from: number): { id: string; at: number; length: number } | undefined {
    const place = this.lines.get(lines[from] as string)
    if (!place) return undefined
    let length = 1
    while (from + length < lines.length && lines[from + length] === place.lines[place.at + length]) length++
    return { id: place.id, at: place.at, length }
  }
}

function point(result: PartOf<'result'>, places: Places, runs: boolean, locale: Locale): Edit | undefined {
  const text = onlyText(result.body)
  if (text === undefined) return undefined
  const whole = places.whole(text)
  if (whole !== undefined) return pointer(result, TEXTS[locale].whole(text.split('\n').length, whole), [whole], 'the same stands earlier')
  if (!runs) return undefined
  const { text: shorter, needs } = withPointers(text, places, locale)
  return needs.size > 0 ? pointer(result, shorter, [...needs], 'lines that stand earlier') : undefined
}

function withPointers(text: string, places: Places, locale: Locale): { text: string; needs: Set<string> } {
  const lines = text.split('\n')
  const out: string[] = []
  const needs = new Set<string>()
  for (let at = 0; at < lines.length;) {
    const run = places.run(lines, at)
    const chars = run ? lines.slice(at, at + run.length).join('\n').length : 0
    const worth = run && ((run.length >= LEAST.lines && chars >= LEAST.chars) || chars >= LEAST.charsOfAny)
    if (run && worth) {
      out.push(TEXTS[locale].run(at + 1, at + run.length, run.id, run.at + 1))
      needs.add(run.id)
      at += run.length
    } else out.push(lines[at++] as string)
  }
  return { text: out.join('\n'), needs }
}

function pointer({ id, callId, tool, error }: PartOf<'result'>, text: string, needs: string[], reason: string): Edit {
  return {
    op: 'replace',
    target: id,
    content: { kind: 'result', callId, tool, error, body: [{ kind: 'text', text }] },
    recall: true,
    needs,
    reason,
  }
}

function isLong(part: View['messages'][number]['parts'][number]): part is PartOf<'result'> {
  return part.kind === 'result' && (onlyText(part.body)?.length ?? 0) >= LEAST.chars
}

/** Results with images or data are left alone. */
function onlyText(body: PartOf<'result'>['body']): string | undefined {
  const [first] = body
  return body.length === 1 && first?.kind === 'text' ? first.text : undefined
}
