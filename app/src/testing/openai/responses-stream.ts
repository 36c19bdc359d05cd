/** OpenAI's responses as a stream of events. */
import type { Incoming } from '../dialect.js'
import { type Fields, listOf, textOf } from '../fields.js'
import { event, pieces } from '../sse.js'

export function stream(answer: Fields, _request: Incoming, size: number): string[] {
  const begun = { ...answer, status: 'in_progress', output: [], usage: null, incomplete_details: null }
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...listOf(answer.output).flatMap((item, output_index) => itemEvents(item, output_index, size)),
    { type: answer.status === 'incomplete' ? 'response.incomplete' : 'response.completed', response: answer },
  ]
  return events.map((data, sequence_number) => event({ ...data, sequence_number }, data.type))
}

/** The whole response fails, with nothing said after it. */
export function failed(message: string, code = 'server_error', answer: Fields = {}): string {
  const response = { ...answer, status: 'failed', output: [], usage: null, error: { code, message } }
  return event({ type: 'response.failed', sequence_number: 99, response }, 'response.failed')
}

type Event = { type: string } & Fields

function itemEvents(item: Fields, output_index: number, size: number): Event[] {
  const at = { item_id: item.id, output_index }
  return [
    { type: 'response.output_item.added', output_index, item: emptied(item) },
    ...innerEvents(item, at, size),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function emptied(item: Fields): Fields {
  if (item.type === 'reasoning') return { ...item, summary: [] }
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] }
  return { ...item, status: 'in_progress', arguments: '' }
}

function innerEvents(item: Fields, at: Fields, size: number): Event[] {
  switch (item.type) {
    case 'reasoning':
      return listOf(item.summary).flatMap((part, summary_index) => {
        const here = { ...at, summary_index }
        const text = textOf(part.text)
        return [
          { type: 'response.reasoning_summary_part.added', ...here, part: { ...part, text: '' } },
          ...pieces(text, size).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...here, delta })),
          { type: 'response.reasoning_summary_text.done', ...here, text },
          { type: 'response.reasoning_summary_part.done', ...here, part },
        ]
      })
    case 'message':
      return listOf(item.content).flatMap((part, content_index) => {
        const here = { ...at, content_index }
        const text = textOf(part.text)
        return [
          { type: 'response.content_part.added', ...here, part: { ...part, text: '' } },
          ...pieces(text, size).map((delta) => ({ type: 'response.output_text.delta', ...here, delta, logprobs: [] })),
          { type: 'response.output_text.done', ...here, text, logprobs: [] },
          { type: 'response.content_part.done', ...here, part },
        ]
      })
    default: {
      const args = textOf(item.arguments)
      return [
        ...pieces(args, size).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
        { type: 'response.function_call_arguments.done', ...at, name: item.name, arguments: args },
      ]
    }
  }
}
