/** Items as OpenAI's own types allow them; a list stands for those that an adapter hands over as one. */
import type OpenAI from 'openai'
import { PNG } from './openai-chat.messages.js'

type Item = OpenAI.Responses.ResponseInputItem

const byTheBook = {
  user: { role: 'user', content: '你好，世界 🚢' },
  developer: { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Answer in French.' }] },
  'user with images and files': {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'What is this?' },
      { type: 'input_image', detail: 'low', image_url: `data:image/png;base64,${PNG}` },
      { type: 'input_image', detail: 'auto', file_id: 'file-1' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
      { type: 'input_file', file_url: 'https://example.com/a.pdf' },
    ],
  },
  answer: {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [
      {
        type: 'output_text',
        text: 'A mark, see [1].',
        annotations: [{ type: 'url_citation', url: 'https://example.com', title: 'Plimsoll', start_index: 12, end_index: 15 }],
        logprobs: [],
      },
      { type: 'refusal', refusal: 'No more than that.' },
    ],
  },
  'reasoning and calls': [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Both files.' }], encrypted_content: 'gAAAAABo' },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{"path":"a.ts"}', status: 'completed' },
    { type: 'function_call', id: 'fc_2', call_id: 'call_2', name: 'read', arguments: '{"path":"b' },
  ],
  'reasoning in the open': [
    { type: 'reasoning', id: 'rs_2', summary: [], content: [{ type: 'reasoning_text', text: 'Say it.' }] },
    {
      type: 'message',
      id: 'msg_2',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Said.', annotations: [] }],
    },
  ],
  'a custom call': { type: 'custom_tool_call', call_id: 'call_3', name: 'patch', input: '*** Begin Patch' },
  'calls of built-in tools': [
    {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'call_4',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    { type: 'shell_call', call_id: 'call_5', action: { commands: ['ls', 'pwd'] } },
    { type: 'apply_patch_call', call_id: 'call_6', status: 'completed', operation: { type: 'delete_file', path: 'a.ts' } },
  ],
  output: { type: 'function_call_output', call_id: 'call_1', output: 'export {}' },
  'output in parts': {
    type: 'function_call_output',
    id: 'fco_2',
    call_id: 'call_2',
    output: [
      { type: 'input_text', text: 'A screenshot:' },
      { type: 'input_image', image_url: `data:image/png;base64,${PNG}` },
    ],
  },
  'output of a custom tool': { type: 'custom_tool_call_output', call_id: 'call_3', output: 'Done!' },
  'output of a shell': {
    type: 'shell_call_output',
    call_id: 'call_5',
    output: [
      { stdout: 'a.ts', stderr: '', outcome: { type: 'exit', exit_code: 0 } },
      { stdout: '', stderr: 'pwd: denied', outcome: { type: 'exit', exit_code: 1 } },
    ],
  },
  'a failed patch': { type: 'apply_patch_call_output', call_id: 'call_6', status: 'failed', output: 'no such file' },
  'a search': { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'load line' } },
  'a computer and what it showed': [
    { type: 'reasoning', id: 'rs_3', summary: [] },
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'call_7',
      status: 'completed',
      pending_safety_checks: [],
      action: { type: 'screenshot' },
    },
    { type: 'computer_call_output', call_id: 'call_7', output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${PNG}` } },
  ],
  'a picture it made': { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: PNG },
} satisfies Record<string, Item | Item[]>

const extended = {
  'a failed output with a time': {
    type: 'function_call_output',
    call_id: 'call_8',
    output: 'no such directory',
    is_error: true,
    timestamp: 1763681581999,
    pinned: true,
  },
  'an output of the future': {
    type: 'function_call_output',
    call_id: 'call_9',
    output: [{ type: 'output_of_the_future', payload: [1, null] }],
  },
}

export const messages = { ...byTheBook, ...extended }
