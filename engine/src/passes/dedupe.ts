/** Points to text that stands earlier in the request instead of sending it again: whole results, or runs of lines. */
import type { Edit, Locale, Pass, PartOf, View } from '../types.js'
import { results } from '../core/rounds.js'
import { countLines } from '../core/text.js'

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
      const text = onlyText(result.body)
      if (text === undefined) continue
      const pointed = isFresh.has(result.id) ? point(text, places, lines, locale) : undefined
      // What is sent is what later results may point to.
      places.add(result.id, pointed?.text ?? text)
      if (pointed) yield pointer(result, pointed)
    }
  },
})

/** Lines that stand in the request, and where each stands first. */
class Places {
  private readonly texts = new Map<string, string>()
  private readonly lines = new Map<string, { id: string; lines: readonly string[]; at: number }>()

  add(id: string, text: string): void {
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

interface Pointed {
  text: string
  needs: string[]
  reason: string
}

function point(text: string, places: Places, runs: boolean, locale: Locale): Pointed | undefined {
  const same = (id: string): Pointed => ({
    text: TEXTS[locale].whole(countLines(text), id),
    needs: [id],
    reason: 'the same stands earlier',
  })
  const whole = places.whole(text)
  if (whole !== undefined) return same(whole)
  if (!runs) return undefined
  const shorter = withPointers(text, places, locale)
  if (shorter.needs.size === 0) return undefined
  // With pointers in it, it may be what an earlier result became.
  const twin = places.whole(shorter.text)
  return twin === undefined ? { text: shorter.text, needs: [...shorter.needs], reason: 'lines that stand earlier' } : same(twin)
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

function pointer({ id, callId, tool, error }: PartOf<'result'>, { text, needs, reason }: Pointed): Edit {
  const body = [{ kind: 'text' as const, text }]
  return { op: 'replace', target: id, content: { kind: 'result', callId, tool, error, body }, recall: true, needs, reason }
}

function isLong(part: View['messages'][number]['parts'][number]): part is PartOf<'result'> {
  return part.kind === 'result' && (onlyText(part.body)?.length ?? 0) >= LEAST.chars
}

/** Results with images or data are left alone. */
function onlyText(body: PartOf<'result'>['body']): string | undefined {
  const [first] = body
  return body.length === 1 && first?.kind === 'text' ? first.text : undefined
}
