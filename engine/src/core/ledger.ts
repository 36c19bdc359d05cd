/** The ledger: what was taken, what the user undid, and one lane per provider and model. Plain JSON. */
import type { Id, Lane, Ledger, Planned } from '../types.js'
import { LedgerError } from '../errors.js'
import { idOf, keyOf } from './edits.js'
import { answered } from './settle.js'

export function emptyLedger(preset = ''): Ledger {
  return { version: 1, preset, taken: [], undone: [], lanes: {} }
}

/** Checks what came back from a disk or another program. */
export function checkLedger(value: unknown): Ledger {
  if (!isFields(value)) throw new LedgerError('not a ledger: expected a JSON object')
  const { version, preset, taken, undone, lanes, pending } = value
  if (typeof version === 'number' && version > 1) {
    throw new LedgerError(`this ledger is of version ${version}, newer than this program (1): upgrade it`)
  }
  const damage = (where: string) => new LedgerError(`a damaged ledger: ${where} is not as it should be`)
  if (version !== 1) throw damage('version')
  if (typeof preset !== 'string') throw damage('preset')
  if (!Array.isArray(taken)) throw damage('taken')
  taken.forEach((entry, index) => {
    if (!isFields(entry) || !isEdit(entry.edit) || typeof entry.digest !== 'string') throw damage(`taken[${index}]`)
  })
  if (!Array.isArray(undone) || !undone.every((id) => typeof id === 'string')) throw damage('undone')
  if (!isFields(lanes)) throw damage('lanes')
  for (const [name, lane] of Object.entries(lanes)) if (!isLane(lane)) throw damage(`lanes[${JSON.stringify(name)}]`)
  if (pending !== undefined && !isPending(pending)) throw damage('pending')
  return value as unknown as Ledger
}

type Fields = { [key: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const areNumbers = (value: Fields, ...keys: string[]) => keys.every((key) => typeof value[key] === 'number')

function isEdit(edit: unknown): boolean {
  if (!isFields(edit)) return false
  if (edit.op === 'fold')
    return isFields(edit.point) && ['id', 'from', 'to', 'summary'].every((key) => typeof (edit.point as Fields)[key] === 'string')
  if (edit.op === 'insert') return typeof edit.id === 'string' && isFields(edit.draft) && Array.isArray(edit.draft.parts)
  return typeof edit.target === 'string' && (edit.op === 'drop' || (edit.op === 'replace' && isFields(edit.content)))
}

const isTrail = (trail: unknown) =>
  Array.isArray(trail) && trail.every((mark) => Array.isArray(mark) && typeof mark[0] === 'number' && typeof mark[1] === 'string')

const isLane = (lane: unknown) =>
  isFields(lane) &&
  isTrail(lane.sent) &&
  typeof lane.envelope === 'string' &&
  areNumbers(lane, 'lastCallAt', 'spent', 'none', 'ratio', 'ttl')

const isPending = (call: unknown) =>
  isFields(call) &&
  isTrail(call.sent) &&
  isFields(call.prices) &&
  typeof call.lane === 'string' &&
  areNumbers(call, 'at', 'tokens', 'full', 'uncached', 'uncachedFull') &&
  areNumbers(call.prices, 'read', 'write', 'ttl')

/** Puts an edit back by the user's will: it is not offered again. The id is the edit's target, insert or point. */
export function undo(ledger: Ledger, id: Id): Ledger {
  return {
    ...ledger,
    taken: ledger.taken.filter(({ edit }) => idOf(edit) !== id),
    undone: ledger.undone.includes(id) ? ledger.undone : [...ledger.undone, id],
  }
}

/** One ledger for branches that ran in parallel: keeps what either took; of one target, what was taken first. */
export function merge(a: Ledger, b: Ledger): Ledger {
  const [left, right] = [answered(a), answered(b)]
  const undone = [...new Set([...left.undone, ...right.undone])].sort()
  const taken = new Map<string, Planned>()
  for (const planned of [...left.taken, ...right.taken].sort(firstTaken)) {
    const key = keyOf(planned.edit)
    if (!taken.has(key) && !undone.includes(idOf(planned.edit))) taken.set(key, planned)
  }
  const lanes: { [name: string]: Lane } = { ...left.lanes }
  for (const [name, lane] of Object.entries(right.lanes)) {
    const other = lanes[name]
    lanes[name] = other ? mergeLanes(other, lane) : lane
  }
  return { version: 1, preset: left.preset || right.preset, taken: [...taken.values()], undone, lanes }
}

/** Ties are broken by content, so that both orders of a merge agree. */
function firstTaken(a: Planned, b: Planned): number {
  if (a.at !== b.at) return a.at - b.at
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Branches share the calls before they parted: the larger account holds them, the sum would hold them twice. */
function mergeLanes(a: Lane, b: Lane): Lane {
  const newer = b.lastCallAt > a.lastCallAt || (b.lastCallAt === a.lastCallAt && JSON.stringify(b) < JSON.stringify(a)) ? b : a
  const larger = b.none > a.none || (b.none === a.none && b.spent > a.spent) ? b : a
  return { ...newer, spent: larger.spent, none: larger.none }
}
