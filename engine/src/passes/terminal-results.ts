/** Which tool results come from a terminal, and which tell of a failure: by the tool's name, else by what they say. */

/** Terminal tools as agents call them; case, `-` and `_` do not matter. */
export const TERMINAL_TOOLS: readonly string[] = [
  'terminal-execute',
  'terminal',
  'bash',
  'shell',
  'sh',
  'zsh',
  'powershell',
  'cmd',
  'exec',
  'exec_command',
  'execute_command',
  'local_shell',
  'run_command',
  'run_shell_command',
  'run_terminal_cmd',
  'run_in_terminal',
]

/** A tool message in OpenAI's chat shape, as far as it is looked at. */
export interface ToolMessage {
  content?: unknown
  /** The tool's name, where the message carries it. */
  name?: unknown
  toolName?: unknown
  messageStatus?: unknown
  is_error?: unknown
}

/** Told by the tool's name where the message has one, else by the fields that a terminal answers with. */
export function isTerminalResult(message: ToolMessage, tools: readonly string[] = TERMINAL_TOOLS): boolean {
  return isTerminal(nameIn(message), textIn(message.content), tools)
}

/** By its first word, by its status, or in a terminal's answer by words on stderr or an exit code other than 0. */
export function isErrorResult(message: ToolMessage, tools: readonly string[] = TERMINAL_TOOLS): boolean {
  if (message.messageStatus === 'error' || message.is_error === true) return true
  const text = textIn(message.content)
  return tellsFailure(text, isTerminal(nameIn(message), text, tools))
}

/** `tool` is '' where nobody knows it. */
export function isTerminal(tool: string, text: string, tools: readonly string[] = TERMINAL_TOOLS): boolean {
  if (tool !== '') return tools.some((each) => plainName(each) === plainName(tool))
  return ['"stdout":', '"stderr":', '"exitCode":'].some((field) => text.includes(field))
}

export function tellsFailure(text: string, terminal: boolean): boolean {
  if (text.startsWith('Error:')) return true
  if (!terminal || !text.trimStart().startsWith('{')) return false
  const answer = parsed(text)
  const { stderr, metadata } = answer
  const code = answer.exitCode ?? answer.exit_code ?? (isFields(metadata) ? metadata.exit_code : undefined)
  return (typeof stderr === 'string' && stderr !== '') || (typeof code === 'number' && code !== 0)
}

export const nameIn = ({ name, toolName }: ToolMessage): string => {
  const found = name ?? toolName
  return typeof found === 'string' ? found : ''
}

/** A string, the texts of its blocks, or data as JSON. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content)) return JSON.stringify(content)
  return content.map((block) => (isFields(block) && typeof block.text === 'string' ? block.text : JSON.stringify(block))).join('\n')
}

type Fields = { [key: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const plainName = (name: string) => name.toLowerCase().replace(/[-_\s]/g, '')

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}
