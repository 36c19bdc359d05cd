/** Outputs of tools in OpenAI's Responses: a string, a list of parts, or what a shell printed. */
import type { Content, Rewrite } from '../types.js'
import { asText, type Blocks } from './blocks.js'
import { type Fields, isFields, stringOr } from './fields.js'
import { inputBlocks } from './responses-blocks.js'
import { readBody, writeBody } from './result-body.js'

const OUTPUTS = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
])

export const isOutput = (item: Fields): boolean => OUTPUTS.has(item.type as string)

export function readOutput(item: Fields): Content {
  const body = readBody(item.output, blocksFor(item))
  return { kind: 'result', callId: stringOr(item.call_id ?? item.id, ''), tool: '', body, error: failed(item) }
}

export const writeOutput = (item: Fields, change: Rewrite): Fields => ({ ...item, output: writeBody(item.output, change, blocksFor(item)) })

export const makeOutput = (result: Rewrite & { kind: 'result' }): Fields => ({
  type: 'function_call_output',
  call_id: result.callId,
  output: writeBody('', result, inputBlocks),
})

function failed({ type, status, output }: Fields): boolean {
  if (type === 'shell_call_output' && Array.isArray(output)) return output.some((piece) => isFields(piece) && !endedWell(piece.outcome))
  return type === 'apply_patch_call_output' && status === 'failed'
}

const endedWell = (outcome: unknown): boolean => isFields(outcome) && outcome.type === 'exit' && outcome.exit_code === 0

const blocksFor = ({ type, output }: Fields): Blocks => (type === 'shell_call_output' ? shellBlocks(output) : inputBlocks)

/** A shell answers in pieces of standard output and error; new text is standard output that ended like the old. */
function shellBlocks(output: unknown): Blocks {
  const last = Array.isArray(output) ? output.findLast(isFields) : undefined
  const outcome = last?.outcome ?? { type: 'exit', exit_code: 0 }
  return {
    read(piece): Content {
      if (!isFields(piece) || typeof piece.stdout !== 'string' || piece.stderr !== '') return { kind: 'opaque', native: piece }
      return { kind: 'text', text: piece.stdout }
    },
    write: (_, content) => shellBlocks(output).make(content),
    make(content) {
      if (content.kind === 'data' && isFields(content.value) && 'stdout' in content.value) return content.value
      return { stdout: asText(content), stderr: '', outcome }
    },
  }
}
