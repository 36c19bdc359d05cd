/** Contents as Google's own types allow them. */
import type { Content } from '@google/genai'
import { PNG } from './openai-chat.messages.js'

const byTheBook = {
  user: { role: 'user', parts: [{ text: '你好，世界 🚢' }] },
  'user with media': {
    role: 'user',
    parts: [
      { text: 'What is this?' },
      { inlineData: { mimeType: 'image/png', data: PNG } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'gs://ships/launch.mp4' }, videoMetadata: { startOffset: '1s' } },
    ],
  },
  'a thought and an answer': {
    role: 'model',
    parts: [
      { text: 'They want a name.', thought: true },
      { text: 'A load line.', thoughtSignature: 'c2lnMQ==' },
    ],
  },
  'a signed thought': {
    role: 'model',
    parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'c2lnMg==' }, { text: 'Yes.' }, { text: '', thoughtSignature: 'c2lnMw==' }],
  },
  'parallel calls': {
    role: 'model',
    parts: [
      { functionCall: { id: 'fc_1', name: 'read', args: { path: 'a.ts' } }, thoughtSignature: 'c2lnNA==' },
      { functionCall: { id: 'fc_2', name: 'read', args: { path: 'b.ts' } } },
    ],
  },
  'calls without ids': {
    role: 'model',
    parts: [
      { text: 'Both.' },
      { functionCall: { name: 'read', args: { path: 'a.ts' } } },
      { functionCall: { name: 'read' } },
      { functionCall: { name: 'ls' } },
    ],
  },
  responses: {
    role: 'user',
    parts: [
      { functionResponse: { id: 'fc_1', name: 'read', response: { output: 'export {}' } } },
      { functionResponse: { id: 'fc_2', name: 'read', response: { error: 'no such file' } } },
    ],
  },
  'responses without ids, and words': {
    role: 'user',
    parts: [
      { functionResponse: { name: 'read', response: { lines: 3, text: 'a' } } },
      { functionResponse: { name: 'read', response: {} } },
      {
        functionResponse: {
          name: 'ls',
          response: { output: 'A screenshot:' },
          parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }],
        },
      },
      { text: 'Stop there.' },
    ],
  },
  'code it ran itself': {
    role: 'model',
    parts: [
      { executableCode: { language: 'PYTHON' as never, code: '1+1' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK' as never, output: '2' } },
      { text: 'Two.' },
    ],
  },
} satisfies Record<string, Content>

const extended = {
  'a function’s own role': { role: 'function', parts: [{ functionResponse: { name: 'weather', response: { result: '4 °C' } } }] },
  'fields of a transcript': { id: 'm1', role: 'user', parts: [{ text: 'Hi' }], timestamp: 1763681581544, pinned: true },
}

export const messages = { ...byTheBook, ...extended }
