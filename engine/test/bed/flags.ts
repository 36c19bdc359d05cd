/** What may stand at the end of a message's first line: its time, pins and the like. */
export interface Flags {
  id?: string
  timestamp?: number
  pinned?: boolean
  isSummary?: boolean
  generating?: boolean
}

/** The moment that `@+0m` names. */
export const TIME_ZERO = Date.UTC(2026, 0, 1, 12)

const MARKS = { '!pin': 'pinned', '!summary': 'isSummary', '!generating': 'generating' } as const
const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

export const FLAG = /(?:^|\s)(@[+-]\d+(?:ms|[smhd])|!pin|!summary|!generating|!id=\S+)$/

/** The line without its flags, and what they say. */
export const flagsOf = (source: string): { line: string; flags: Flags } => {
  const flags: Flags = {}
  let line = source.trimEnd()
  for (let found = FLAG.exec(line); found; found = FLAG.exec(line)) {
    const flag = found[1] as string
    if (flag.startsWith('@')) flags.timestamp = TIME_ZERO + spanOf(flag.slice(1))
    else if (flag.startsWith('!id=')) flags.id = flag.slice(4)
    else flags[MARKS[flag as keyof typeof MARKS]] = true
    line = line.slice(0, found.index).trimEnd()
  }
  return { line, flags }
}

export const printFlags = (message: Flags): string =>
  [
    message.timestamp === undefined ? '' : ` @${printSpan(message.timestamp - TIME_ZERO)}`,
    ...Object.entries(MARKS).map(([mark, field]) => (message[field] ? ` ${mark}` : '')),
    message.id === undefined ? '' : ` !id=${message.id}`,
  ].join('')

/** `+15m` in milliseconds. */
export const spanOf = (span: string): number => {
  const [, count, unit] = /^([+-]?\d+)(ms|[smhd])$/.exec(span) ?? []
  if (count === undefined) throw new SyntaxError(`a span is like +15m, not ${span}`)
  return Number(count) * UNITS[unit as keyof typeof UNITS]
}

const printSpan = (ms: number): string => {
  const [unit, size] = Object.entries(UNITS).find(([name, size]) => ms % size === 0 && (ms !== 0 || name === 'm')) as [string, number]
  return `${ms < 0 ? '' : '+'}${ms / size}${unit}`
}
