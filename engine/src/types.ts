/** The vocabulary of Loadline: every word here is in docs/glossary.md and means the same in code, docs and UI. */

export type Id = string
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Locale = 'en' | 'zh-CN'
export type Role = 'system' | 'user' | 'assistant' | 'tool'

/** What can stand in a message or inside a tool result. */
export type Body =
  | { kind: 'text'; text: string }
  | { kind: 'data'; value: Json }
  /** `native` is the caller's own block; `source` the text that identifies it (base64, URL), never counted as text. */
  | { kind: 'media'; mime: string; bytes: number; source: string; native: unknown }

export type Content =
  | Body
  /** Sealed thinking carries a provider's signature: keep or drop it, never rewrite it. */
  | { kind: 'thinking'; text: string; sealed: boolean }
  /** The text of an aborted call need not be JSON; `value` is there when it is. */
  | { kind: 'call'; callId: string; tool: string; args: { text: string; value?: Json } }
  /** `tool` may be empty in a draft: the view fills it in from the call. */
  | { kind: 'result'; callId: string; tool: string; body: Body[]; error: boolean }
  /** Unknown to the adapter: counted, kept, never rewritten. */
  | { kind: 'opaque'; native: unknown }

/** Stands in a rewritten result for the body at this index of the original, so that edits stay small and natives stay the caller's. */
export interface Keep {
  kind: 'keep'
  index: number
}

/** What a part is replaced by. */
export type Rewrite = Exclude<Content, { kind: 'result' }> | (Omit<ContentOf<'result'>, 'body'> & { body: (Body | Keep)[] })

export type ContentOf<K extends Content['kind']> = Extract<Content, { kind: K }>

/** A message as an adapter reads it, before ids and counts; also what an `insert` puts in. */
export interface Draft {
  role: Role
  parts: Content[]
  id?: Id
  at?: number
  pinned?: boolean
  /** Sums up what stands before it. */
  summary?: boolean
}

export type Part = Content & { id: Id; digest: string; tokens: number }
export type PartOf<K extends Content['kind']> = ContentOf<K> & { id: Id; digest: string; tokens: number }

export interface Message {
  id: Id
  role: Role
  parts: Part[]
  /** Its parts and its own overhead. */
  tokens: number
  at?: number
  pinned?: boolean
  summary?: boolean
  /** Put in by an edit: the history has no such message. */
  added?: boolean
}

/** What is not messages: system prompt, tools, model. */
export interface Envelope {
  provider: string
  model: string
  /** Of system prompt and tools: provider and model name the lane. */
  digest: string
  system: number
  tools: number
  /** A placeholder may promise `recall` only to a model that has that tool. */
  recall: boolean
  /** The provider holds the history (`previous_response_id`, compaction items): observe only. */
  heldByServer: boolean
  /** Sealed thinking is void once anything before it changes (FACTS: preserved thinking). */
  boundThinking: boolean
}

export interface View {
  readonly envelope: Envelope
  readonly messages: readonly Message[]
  readonly tokens: number
}

export interface CompactionPoint {
  id: Id
  from: Id
  to: Id
  summary: string
  /** Of the range it stands for: an edit inside the range voids the point. */
  digest: string
  at: number
  /** The message of the history that holds the summary, where there is one: it is not sent a second time. */
  message?: Id
}

/** A point as chat apps store it beside their messages. */
export interface StoredPoint {
  summaryMessageId: Id
  /** The last message that the summary stands for. */
  boundaryMessageId: Id
  createdAt: number
}

export type Edit = { reason: string; needs?: Id[] } & (
  | { op: 'drop'; target: Id }
  | { op: 'replace'; target: Id; content: Rewrite; recall?: boolean }
  /** `after` null puts it in front of everything. `id` names the insert; the same id is the same insert. */
  | { op: 'insert'; id: Id; after: Id | null; draft: Draft }
  /** A stored summary stands in for the messages from..to. */
  | { op: 'fold'; point: CompactionPoint }
)

/** The core never calls a model: the runtime fulfils a want and comes back with a point. */
export interface Want {
  op: 'want'
  from: Id
  to: Id
  maxTokens: number
  reason: string
}

export type When = 'arrival' | 'offer' | 'force'

export interface Pass {
  name: string
  when: When
  run(view: View, moment: Moment): Iterable<Edit | Want>
}

/** An edit with its measure; part of a plan, an entry of the ledger, a line of the receipt. */
export interface Planned {
  edit: Edit
  pass: string
  when: When | 'repair'
  /** What it touches, in a few words. */
  what: string
  /** Of the originals it touches; one that changed since voids the entry. */
  digest: string
  /** Tokens of what it touches, as it stands in the history, and as sent. */
  before: number
  after: number
  /** When it was taken (ms); 0 for repair, which is done anew each time. */
  at: number
}

export interface Refusal {
  edit: Edit
  pass: string
  why: Why
}

/** Why the guard said no. */
export type Why =
  | 'unknown id'
  | 'pinned'
  | 'system'
  | 'last words'
  | 'not seen yet'
  | 'open'
  | 'sealed'
  | 'opaque'
  | 'recalled lately'
  | 'splits a round'
  | 'saves nothing'
  | 'edited already'
  | 'undone by the user'
  | 'held by the server'
  | 'void'

export interface Budget {
  window: number
  reserve: number
  /** window - reserve: what a request may hold. */
  limit: number
  /** Over `high` the force passes act, down to `low`. */
  high: number
  low: number
}

/** What the provider's prompt cache costs, in units of one base-price input token, and how long it lives. */
export interface Prices {
  read: number
  write: number
  ttl: number
}

/** Everything outside the view that a pass or schedule may look at. */
export interface Moment {
  now: number
  locale: Locale
  budget: Budget
  prices: Prices
  /** Nothing was ever sent in this lane. */
  first: boolean
  /** The provider's cache holds nothing of this request. */
  cold: boolean
  /** Tokens above `low` once `high` is passed, else 0. */
  over: number
  /** Tokens the schedule would like to see offered; Infinity when edits are free. */
  excess: number
  /** Messages that no model was sent yet, as they stand now; what an `arrival` pass looks at. */
  fresh: readonly Message[]
  points: readonly CompactionPoint[]
  pins: ReadonlySet<Id>
}

export interface Schedule {
  name: string
  /** How many tokens it would like offered by passes of this kind; 0 leaves them asleep. */
  appetite(when: When, moment: Moment): number
  take(offers: readonly Planned[], moment: Moment): readonly Planned[]
}

export interface Preset {
  name: string
  title: string
  passes: readonly Pass[]
  schedule: Schedule
  locale: Locale
  /** Fractions of the limit at which force begins and ends. */
  high: number
  low: number
  /** A seed's own trigger in tokens, in place of the fractions. */
  trigger?(budget: Pick<Budget, 'window' | 'limit'>): { high: number; low: number }
  /** Follows a seed to the letter: what one pass edited, no later pass edits again. */
  literal?: boolean
}

export interface Floor {
  total: number
  system: number
  tools: number
  pinned: number
  lastTurn: number
}

export type Counted = 'exact' | 'calibrated' | 'estimated'

/** All edits for one call, measured: the receipt. */
export interface Plan {
  preset: string
  envelope: Envelope
  budget: Budget
  edits: Planned[]
  refused: Refusal[]
  wants: Want[]
  before: number
  after: number
  counted: Counted
  fits: boolean
  /** The least the request can be; there when it cannot fit. */
  floor?: Floor
  /** Nothing was ever sent with this ledger. */
  first: boolean
  cold: boolean
  /** First message that differs from what this lane was sent last; null when the request only grew. */
  firstChange: Id | null
  /** Where a cache breakpoint serves the next fold best. */
  breakpoint: Id | null
}

/** Positions and rolling digests of what was sent, ever sparser towards the start: finds the common prefix. */
export type Trail = [position: number, digest: string][]

export interface Lane {
  lastCallAt: number
  envelope: string
  sent: Trail
  /** What was billed so far, and what doing nothing would have cost (base-price tokens). */
  spent: number
  none: number
  /** The provider's count over ours; 1 until usage was reported. */
  ratio: number
  /** The provider reported a call without a cache. */
  missed: boolean
  ttl: number
}

/** What a request would book once it is known to have been answered. */
export interface Pending {
  lane: string
  at: number
  envelope: string
  sent: Trail
  /** Tokens: sent and unedited, and how much of each is new to the lane's cache. */
  tokens: number
  full: number
  uncached: number
  uncachedFull: number
  cold: boolean
  prices: Prices
}

/** Everything to remember between calls. Plain JSON; persist it before the request leaves. */
export interface Ledger {
  version: 1
  preset: string
  taken: readonly Planned[]
  undone: readonly Id[]
  lanes: { readonly [providerModel: string]: Lane }
  /** The call that `fit` planned last; counted as answered unless `settle` says it failed. */
  pending?: Pending
}

export interface Usage {
  /** All input tokens, cached or not. */
  input: number
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
  output?: number | undefined
}

export interface Counter {
  name: string
  counted: Counted
  count(text: string): number
  /** Images, documents and audio have no text to count. */
  media(mime: string, bytes: number): number
}

/** What an adapter finds around the messages. */
export interface Opened<N> {
  messages: readonly N[]
  provider: string
  model?: string
  /** As in the request; counted as text. */
  system?: unknown
  tools?: unknown
  toolNames?: readonly string[]
  /** The request's own max_tokens: what the answer may take. */
  maxOutput?: number
  /** Summaries that the request knows of. */
  points?: readonly StoredPoint[]
  heldByServer?: boolean
  boundThinking?: boolean
}

/** What a provider demands of a history beyond call/result pairs. */
export interface Rules {
  startsWithUser?: boolean
  /** Roles whose messages must hold something. */
  nonEmpty?: readonly Role[]
  /** Empty and blank text is refused. */
  noBlankText?: boolean
  /** Thinking of the tool turn under way must be sent back. */
  openThinking?: boolean
}

/** Shape only, no policy: reads a native message, writes edits back to the caller's own objects. */
export interface Adapter<R = unknown, N = unknown> {
  name: string
  rules: Rules
  /** Whether this request has the adapter's distinguishing fields. */
  detect(request: unknown): boolean
  open(request: R): Opened<N>
  read(native: N): Draft
  /** Changes by part index: new content, or null for a dropped part. At least one part stays. */
  write(native: N, changes: ReadonlyMap<number, Rewrite | null>): N
  make(draft: Draft): N
  /** The request with these messages; with `breakpoint`, a cache marker on that message if a slot is free. */
  finish(request: R, messages: N[], breakpoint?: number): R
}
