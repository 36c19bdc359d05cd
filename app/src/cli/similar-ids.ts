/** Ids in a request that look like one that was not found there. */

const MOST = 3

export function similarIds(id: string, request: unknown): string[] {
  return [...new Set(idsIn(request))]
    .map((known) => ({ known, likeness: likeness(id, known) }))
    .filter((each) => each.likeness >= 0.6)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ known }) => known)
}

/** The fields in which providers name messages and calls. */
const FIELDS = new Set(['id', 'tool_call_id', 'tool_use_id', 'callId'])

function* idsIn(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && FIELDS.has(field)) yield inner
    else yield* idsIn(inner)
  }
}

/** The share of the longer that both begin and end with: finds a slip of a letter and an id cut short. */
function likeness(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return (head + tail) / Math.max(a.length, b.length)
}
