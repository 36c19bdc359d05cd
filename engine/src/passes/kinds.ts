/** What kind of work a tool call does, told by the tool's name; a shell is unwrapped: `bash -lc "cat x"` is a read. */
import type { Json, PartOf } from '../types.js'

export type Kind = 'read' | 'edit' | 'search' | 'command' | 'web' | 'agent' | 'other'

/** Tool names as agents spell them, without case, `_` and `-`. The first that fits counts. */
const NAMES: readonly [Kind, RegExp][] = [
  ['agent', /^(?:task|agent|subagent|dispatchagent|spawnagent|delegate)/],
  ['web', /^(?:web|fetch|browser|browse|navigate|httpget|curl|openurl|screenshot)/],
  [
    'edit',
    /^(?:edit|write|multiedit|strreplace|applypatch|applydiff|create|insert|replace|update|delete|move|rename|notebookedit|filesystem(?:edit|write|create))/,
  ],
  [
    'search',
    /^(?:grep|glob|search|find|ls|list|tree|codebasesearch|semanticsearch|ripgrep|repomap|getrepo|getdirectory|filesystem(?:search|list))/,
  ],
  ['read', /^(?:read|view|cat|open|head|tail|getfile|showfile|notebookread|filesystemread)/],
  ['command', /^(?:bash|shell|terminal|run|exec|command|cmd|powershell|python|localshell|ipython|sh$|zsh$)/],
]

/** First words of a command line that only look. */
const LOOKING: readonly [Kind, RegExp][] = [
  ['read', /^(?:cat|head|tail|less|more|nl|bat|view|sed -n|awk 'NR)\b/],
  ['search', /^(?:grep|rg|ag|ack|find|fd|ls|tree|locate|which|git (?:grep|ls-files))\b/],
  ['edit', /^(?:apply_patch|sed -i|tee|patch|cp|mv|rm|mkdir|touch)\b/],
]

export function kindOf(tool: string, call: PartOf<'call'> | undefined): Kind {
  // Tools of MCP servers carry the server's name in front.
  const name = tool.split(/__|[./]/).at(-1) ?? ''
  const plain = name.toLowerCase().replace(/[_\-\s]/g, '')
  const kind = NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other'
  if (kind !== 'command' || !call) return kind
  const line = commandOf(call.args.value)
  return (line && LOOKING.find(([, pattern]) => pattern.test(line))?.[0]) || 'command'
}

/** The command line itself, without the shell around it and the `cd` before it. */
export function commandOf(args: Json | undefined): string | undefined {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return undefined
  const given = args.command ?? args.cmd ?? args.script
  const words = Array.isArray(given) ? given.map(String) : undefined
  const line = words ? (/^(?:ba|z)?sh$/.test(words[0]?.split('/').at(-1) ?? '') ? words.at(-1) : words.join(' ')) : given
  if (typeof line !== 'string') return undefined
  const inner = /^(?:\S*\/)?(?:ba|z)?sh -\w*c (['"])(.*)\1\s*$/s.exec(line.trim())?.[2] ?? line
  return inner.replace(/^\s*(?:cd [^&;]+(?:&&|;)\s*|[A-Z_]+=\S+\s+)+/, '').trim()
}
