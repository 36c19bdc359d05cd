/** Planning: passes offer, the guard refuses, the schedule takes, the backstop makes it fit, repair makes it legal. */
import type { Edit, Message, Moment, Planned, Preset, Refusal, Rules, Want, When } from '../types.js'
import { backstop, unsay } from './backstop.js'
import { foldFor, spanOf, weigh } from './edits.js'
import { BACKSTOP, refuse, type Watch } from './guard.js'
import type { Projection } from './project.js'
import { mend, open } from './repair.js'
import type { Round } from './rounds.js'
import { unseal, type Seals } from './unseal.js'

/** What a plan is drawn from, besides the projection. */
export interface Task {
  preset: Preset
  moment: Omit<Moment, 'over' | 'excess' | 'fresh'>
  undone: ReadonlySet<string>
  rules: Rules
  /** First position that no model was sent yet. */
  freshFrom: number
  seals: Seals
}

interface Drawn {
  refused: Refusal[]
  wants: Want[]
  /** First position this plan changed, Infinity for none. */
  changed: number
}

/** Decides on the edits of one call and leaves them taken in the projection. */
export function draw(projection: Projection, task: Task): Drawn {
  const planner = new Planner(projection, task)
  if (!projection.envelope.heldByServer) {
    open(projection, task.rules, task.moment.locale)
    planner.arrive()
    do planner.choose()
    while (planner.reshape())
    planner.fit()
  }
  return planner
}

const NOTHING: readonly Message[] = []

class Planner implements Drawn {
  readonly refused: Refusal[] = []
  readonly wants: Want[] = []
  changed = Infinity
  private overLimit = false
  private readonly watch: Watch

  constructor(
    private readonly projection: Projection,
    private readonly task: Task,
  ) {
    this.watch = { pins: task.moment.pins, undone: task.undone, rules: task.rules, literal: task.preset.literal ?? false }
  }

  /** Nothing of a fresh message was sent yet: its edits are free, no schedule is asked. */
  arrive(): void {
    this.run('arrival')
  }

  /** Under pressure the force passes act on what the offers leave; the schedule is asked once, for all of it. */
  choose(): void {
    const { projection, task } = this
    const moment = this.moment('offer')
    this.overLimit ||= projection.total > moment.budget.limit
    if (moment.excess <= 0 && this.moment('force').excess <= 0) return
    const before = new Map(projection.edits)
    const { changed } = this
    for (const when of ['offer', 'force'] as const) if (this.moment(when).excess > 0) this.run(when)
    const offers = [...projection.edits].flatMap(([key, planned]) => (before.get(key) === planned ? [] : [planned]))
    const chosen = new Set(task.preset.schedule.take(offers, moment))
    if (chosen.size === offers.length) return
    for (const planned of offers) projection.release(planned)
    for (const [key, planned] of before) if (projection.edits.get(key) !== planned) projection.take(planned)
    this.changed = changed
    for (const planned of chosen) this.take(planned)
  }

  /** Under the limit at any price; then legal, which may add a little, so again. */
  fit(): void {
    const { projection, task } = this
    // What has to be rewritten anyway is rewritten once: down to where the next calls have room.
    const { limit, window } = task.moment.budget
    const enough = this.overLimit && !task.preset.literal ? limit - window / 10 : limit
    do {
      this.reshape()
      this.repair()
      this.unseal()
      open(projection, task.rules, task.moment.locale)
    } while (projection.total > enough && this.shrink())
  }

  /** Pointers into what was folded go, and their results are shaped anew: they stand in what is rewritten anyway. False when there were none. */
  reshape(): boolean {
    const { projection } = this
    const dangling = projection.dangling()
    if (dangling.length === 0) return false
    const positions = new Set(dangling.map(({ edit }) => spanOf(edit, projection.reading)?.from ?? 0))
    for (const planned of dangling) projection.release(planned)
    this.changed = Math.min(this.changed, ...positions)
    const shapedAnew = () => projection.slots.filter((slot, at): slot is Message => slot !== null && positions.has(at))
    this.run('arrival', () => ({ ...this.moment('arrival'), fresh: shapedAnew() }))
    return true
  }

  /** Each pass on the view as the earlier ones leave it. */
  private run(when: When, momentNow = () => this.moment(when)): void {
    const { projection } = this
    let { revision, view } = projection
    let moment = momentNow()
    for (const pass of this.task.preset.passes) {
      if (pass.when !== when) continue
      if (revision !== projection.revision) {
        moment = momentNow()
        view = projection.view
        revision = projection.revision
      }
      for (const item of pass.run(view, moment)) {
        if (item.op === 'want') this.want(item, pass.name, when)
        else this.offer(item, pass.name, when)
      }
    }
  }

  private moment(when: When): Moment {
    const { total } = this.projection
    const { now, locale, budget, prices, first, cold, points, pins } = this.task.moment
    const over = total > budget.high ? total - budget.low : 0
    const fresh = when === 'arrival' ? this.projection.since(this.task.freshFrom) : NOTHING
    const moment = { now, locale, budget, prices, first, cold, over, excess: 0, fresh, points, pins }
    moment.excess = this.task.preset.schedule.appetite(when, moment)
    return moment
  }

  /** A summary that could not be folded in is not asked for, and none is asked for twice. */
  private want(want: Want, pass: string, when: When): void {
    const edit = foldFor(want, this.projection.reading)
    const why = refuse(this.weighed(edit, pass, when), this.projection, this.watch)
    if (why) this.refused.push({ edit, pass, why })
    else if (!this.wants.some(({ from, to }) => from === want.from && to === want.to)) this.wants.push(want)
  }

  /** Takes an edit unless the guard refuses it. */
  private offer(edit: Edit, pass: string, when: When): void {
    const planned = this.weighed(edit, pass, when)
    const why = refuse(planned, this.projection, this.watch)
    if (why) this.refused.push({ edit, pass, why })
    else this.take(planned)
  }

  private weighed(edit: Edit, pass: string, when: When): Planned {
    return weigh(edit, this.projection.reading, { pass, when, at: this.task.moment.now })
  }

  private take(planned: Planned): void {
    this.projection.take(planned)
    this.changed = Math.min(this.changed, spanOf(planned.edit, this.projection.reading)?.from ?? Infinity)
  }

  /** False when nothing more may go. */
  private shrink(): boolean {
    const { projection, task } = this
    const { limit, low } = task.moment.budget
    const first = projection.slots[projection.reading.firstUser]
    const shrunk = this.force(backstop(projection, first, task.moment.locale), Math.min(low, limit))
    if (projection.total <= limit || !first) return shrunk
    return this.force(unsay(first, projection, task.rules, task.moment.locale), limit) || shrunk
  }

  /** Takes what the guard lets through until `enough` is reached. A round goes as a whole: the guard holds all of it or none. */
  private force(edits: Iterable<Edit>, enough: number): boolean {
    const { projection } = this
    let shrunk = false
    let round: Round | undefined
    for (const edit of edits) {
      const next = projection.reading.rounds.at(spanOf(edit, projection.reading)?.from ?? -1)
      if (projection.total <= enough && next !== round) break
      round = next
      const planned = this.weighed(edit, BACKSTOP, 'force')
      if (refuse(planned, projection, this.watch)) continue
      this.take(planned)
      shrunk = true
    }
    return shrunk
  }

  /** What came in was legal already (see `mend`): only what this plan changed is looked at. */
  private repair(): void {
    const { projection, task } = this
    if (this.changed === Infinity) return
    const from = projection.reading.rounds.at(Math.max(0, this.changed))?.from ?? 0
    mend(projection, task.rules, from)
  }

  private unseal(): void {
    for (const edit of unseal(this.projection, this.task.seals, this.changed)) {
      this.take(this.weighed(edit, 'unseal', 'force'))
    }
  }
}
