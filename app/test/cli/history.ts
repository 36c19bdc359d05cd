/** Histories to fit: a task, tool calls with results of some length, and a last question. */

export interface ChatMessage {
  role: string
  content: string | null
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

/** Each result has 60 numbered lines: about 600 tokens. */
export function history(results: number): ChatMessage[] {
  const messages: ChatMessage[] = [
    { role: 'system', content: 'You mend builds.' },
    { role: 'user', content: 'Fix the build. 修好构建 🛠️' },
  ]
  for (let i = 0; i < results; i++) {
    const id = `call_${String(i).padStart(4, '0')}`
    messages.push({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: `{"path":"src/file-${i}.ts"}` } }],
    })
    messages.push({ role: 'tool', tool_call_id: id, content: resultText(i) })
  }
  return [...messages, { role: 'user', content: 'What did you find?' }]
}

export function resultText(i: number): string {
  return Array.from({ length: 60 }, (_, line) => `${line + 1}: file ${i} has something to say in this place`).join('\n')
}

export const jsonLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')
