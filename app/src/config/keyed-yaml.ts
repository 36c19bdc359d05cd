/** YAML in which every key is known: read key by key, and refused with one line that names the key and where it stands. */
import { isAlias, isMap, isScalar, LineCounter, parseDocument, type Document, type Node } from 'yaml'

/** A mistake in the file. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(
    said: string,
    /** Counted from 1. */
    readonly line: number,
    /** Dots between the levels; empty when the file as a whole is meant. */
    readonly key: string,
  ) {
    super(`line ${line}: ${key === '' ? said : `${key}: ${said}`}`)
  }
}

/** What may stand behind a key, and what it is called in code. */
export interface Key {
  name: string
  expected: string
  accepts(value: unknown): boolean
}

export type Keys = { readonly [key: string]: Key }

/** A key with what stands behind it. */
export interface Entry {
  key: string
  path: string
  line: number
  value: Node | null
}

export class KeyedYaml {
  private constructor(
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  static parse(text: string): KeyedYaml {
    const lines = new LineCounter()
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    const [broken] = document.errors
    if (broken) throw new ConfigError(`not YAML: ${broken.message.replaceAll(/\s+/g, ' ')}`, lines.linePos(broken.pos[0]).line, '')
    return new KeyedYaml(document, lines)
  }

  get top(): Entry {
    return { key: '', path: '', line: 1, value: this.document.contents }
  }

  /** The entries under these keys; no others may be there. */
  sections<K extends string>(within: Entry | undefined, known: readonly K[]): { [key in K]?: Entry } {
    const entries = this.entries(within)
    for (const entry of entries) if (!known.includes(entry.key as K)) this.unknown(entry, known)
    return Object.fromEntries(entries.map((entry) => [entry.key, entry])) as { [key in K]?: Entry }
  }

  /** The values under these keys, by their names in code; no others may be there. */
  values(within: Entry | undefined, keys: Keys): { [name: string]: unknown } {
    return Object.fromEntries(
      this.entries(within).map((entry) => {
        const key = Object.hasOwn(keys, entry.key) ? keys[entry.key] : undefined
        if (!key) return this.unknown(entry, Object.keys(keys))
        const node = this.nodeOf(entry)
        const value = isScalar(node) ? node.value : undefined
        if (!key.accepts(value)) this.fail(entry, `expected ${key.expected}, not ${excerpt(node)}`)
        return [key.name, value]
      }),
    )
  }

  /** All of them, whatever their keys; none where nothing stands behind the key. */
  entries(within: Entry | undefined): Entry[] {
    const node = within ? this.nodeOf(within) : null
    if (!within || node === null || (isScalar(node) && node.value === null)) return []
    if (!isMap(node)) return this.fail(within, `expected keys with values, not ${excerpt(node)}`)
    return node.items.map((item) => {
      const key = item.key as Node | null
      const name = isScalar(key) ? String(key.value) : String(key)
      const line = key?.range ? this.lines.linePos(key.range[0]).line : within.line
      return { key: name, path: within.path === '' ? name : `${within.path}.${name}`, line, value: item.value as Node | null }
    })
  }

  private nodeOf(entry: Entry): Node | null {
    const { value } = entry
    if (!isAlias(value)) return value
    return value.resolve(this.document) ?? this.fail(entry, `*${value.source} stands for nothing in this file`)
  }

  private unknown(entry: Entry, known: readonly string[]): never {
    return this.fail(entry, `unknown key; known: ${known.join(', ')}`)
  }

  private fail({ path, line }: Entry, said: string): never {
    throw new ConfigError(said, line, path)
  }
}

const LONGEST_EXCERPT = 60

function excerpt(node: Node | null): string {
  if (!isScalar(node)) return isMap(node) ? 'keys with values' : node === null ? 'nothing' : 'a list'
  const text = typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value)
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text
}
