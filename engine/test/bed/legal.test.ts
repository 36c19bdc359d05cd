/** The checkers: each planted fault is named, and what providers accept passes. */
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { illegalities } from './legal.js'
import type { Format } from './natives.js'

type Case = [what: string, messages: unknown, complaints: string[]]

const user = (content: unknown = 'hi') => ({ role: 'user', content })
const said = (content: unknown = 'ok') => ({ role: 'assistant', content })

const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
})
const tool = (id: string, content: unknown = 'out') => ({ role: 'tool', tool_call_id: id, content })
const asks = (name: string) => ({ role: 'assistant', content: null, function_call: { name, arguments: '{}' } })
const returns = (name: string) => ({ role: 'function', name, content: 'out' })

const pairs: Case[] = [
  ['a pair', [user(), calls('a'), tool('a'), user()], []],
  ['a batch in another order', [user(), calls('a', 'b'), tool('b'), tool('a')], []],
  ['the same id in two turns', [user(), calls('a'), tool('a'), calls('a'), tool('a')], []],
  ['an interrupted call', [user(), calls('a'), user()], ['messages[1]: call a has no result directly after it']],
  ['a dangling call', [user(), calls('a')], ['messages[1]: call a has no result directly after it']],
  ['half a batch', [user(), calls('a', 'b'), tool('a'), said()], ['messages[1]: call b has no result directly after it']],
  ['an orphan', [user(), tool('z'), said()], ['messages[1]: result z without its call']],
  ['a second result', [user(), calls('a'), tool('a'), tool('a')], ['messages[3]: second result for a']],
  ['one id for two calls of a batch', [user(), calls('a', 'a'), tool('a')], ['messages[1]: call a made twice']],
  [
    'a late result',
    [user(), calls('a'), user(), tool('a')],
    ['messages[1]: call a has no result directly after it', 'messages[3]: result a without its call'],
  ],
]

const openai: Case[] = [
  ...pairs,
  ['empty strings', [user(''), said(''), user()], []],
  ['an answer of nothing', [user(), said(null), user()], ['messages[1]: no content']],
  ['an answer of no parts', [user(), said([]), user()], ['messages[1]: no content']],
  ['a user without content', [{ role: 'user' }], ['messages[0]: no content']],
  ['an empty list of calls', [user(), { ...said(), tool_calls: [] }], ['messages[1]: tool_calls is empty']],
  ['arguments that are no string', [user(), withArguments({}), tool('a')], ['messages[1]: arguments are not a string']],
  ['a role it does not know', [{ role: 'narrator', content: 'x' }], ['messages[0]: role narrator']],
  ['a legacy pair', [user(), asks('read'), returns('read'), asks('read'), returns('read')], []],
  ['a legacy call without result', [user(), asks('read'), user()], ['messages[1]: call function read has no result directly after it']],
  ['a legacy result without call', [user(), returns('read')], ['messages[1]: result function read without its call']],
]

const text = (words: string) => ({ type: 'text', text: words })
const use = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'read', input })
const back = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'out' })
const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
const marked = { ...text('x'), cache_control: { type: 'ephemeral' } }

const anthropic: Case[] = [
  ['a pair', [user(), said([use('a')]), user([back('a')])], []],
  ['words behind the results', [user(), said([use('a')]), user([back('a'), text('go on')])], []],
  ['results in two messages, one turn', [user(), said([use('a'), use('b')]), user([back('a')]), user([back('b')]), user()], []],
  ['calls in two messages, one turn', [user(), said('I look'), said([use('a')]), user([back('a')])], []],
  ['the same id in two turns', [user(), said([use('a')]), user([back('a')]), said([use('a')]), user([back('a')])], []],
  ['four markers', [user([marked, marked]), said([marked]), user([marked])], []],
  [
    'a marker’s name inside a tool’s input',
    [user([marked, marked, marked, marked]), said([use('a', { cache_control: 1 })]), user([back('a')])],
    [],
  ],
  ['an empty result', [user(), said([use('a')]), user([{ ...back('a'), content: '' }])], []],
  ['an assistant first', [said(), user()], ['messages[0]: the first message is not the user’s']],
  ['nothing at all', [], ['messages[0]: the first message is not the user’s']],
  ['an interrupted call', [user(), said([use('a')]), user()], ['messages[1]: call a has no result directly after it']],
  ['a dangling call', [user(), said([text('x'), use('a')])], ['messages[1]: call a has no result directly after it']],
  ['half a batch', [user(), said([use('a'), use('b')]), user([back('a')])], ['messages[1]: call b has no result directly after it']],
  ['an orphan', [user(), said(), user([back('z')])], ['messages[2]: result z without its call']],
  ['an orphan first of all', [user([back('z')])], ['messages[0]: result z without its call']],
  ['a second result', [user(), said([use('a')]), user([back('a'), back('a')])], ['messages[2]: second result for a']],
  [
    'a result a turn too late',
    [user(), said([use('a')]), user([back('a')]), said(), user([back('a')])],
    ['messages[4]: result a without its call'],
  ],
  ['one id for two calls of a turn', [user(), said([use('a')]), said([use('a')]), user([back('a')])], ['messages[2]: call a made twice']],
  [
    'words before a result',
    [user(), said([use('a')]), user('wait'), user([back('a')])],
    ['messages[3]: result a after other content', 'messages[1]: call a has no result directly after it'],
  ],
  ['an empty string', [user(), said(''), user()], ['messages[1]: no content']],
  ['no blocks', [user([])], ['messages[0]: no content']],
  ['no content', [{ role: 'user' }], ['messages[0]: no content']],
  ['an empty text', [user([text('x'), text('')])], ['messages[0]: empty text']],
  ['white space only', [user(' \n')], ['messages[0]: empty text']],
  ['nothing but thinking', [user(), said([thought]), user()], ['messages[1]: nothing but thinking']],
  ['thinking at the end', [user(), said([text('x'), thought]), user()], ['messages[1]: ends with thinking']],
  ['a marker on thinking', [user(), said([{ ...thought, cache_control: {} }, text('x')])], ['messages[1]: cache_control on thinking']],
  ['five markers', [user([marked, marked, marked]), said([marked]), user([marked])], ['5 cache_control, at most 4']],
  ['a result by the assistant', [user(), said([back('a'), text('x')])], ['messages[1]: a block of the other role']],
  ['an input that is no object', [user(), said([use('a', '{"x')]), user([back('a')])], ['messages[1]: tool input is not an object']],
  ['a role it does not know', [user(), { role: 'tool', content: 'x' }], ['messages[1]: role tool']],
  [
    'a server result without its call',
    [user(), said([{ type: 'web_search_tool_result', tool_use_id: 's', content: [] }, text('x')])],
    ['messages[1]: web_search_tool_result without its server tool'],
  ],
]

const inParts = (...parts: unknown[]) => ({ role: 'assistant', contentParts: parts })
const toolPart = (id: string, rest: object) => ({ type: 'tool-call', toolCallId: id, toolName: 'read', args: {}, ...rest })
const call = { kind: 'call', callId: 'a', tool: 'read', args: { text: '{}' } }
const result = { kind: 'result', callId: 'a', tool: 'read', body: [], error: false }

const plain: Case[] = [
  ...pairs,
  ['a pair inside parts', [user(), inParts(toolPart('a', { state: 'result', result: null }))], []],
  [
    'a call inside parts without result',
    [user(), inParts(toolPart('a', { state: 'call' }))],
    ['messages[1]: call a has no result beside it'],
  ],
  ['the same while it is being written', [user(), { ...inParts(toolPart('a', { state: 'call' })), generating: true }], []],
  ['a pair of contents', [user(), said([call]), { role: 'tool', content: [result] }], []],
  ['a pair in one message', [user(), said([call, result])], []],
  ['a call among contents without result', [user(), said([call]), user()], ['messages[1]: call a has no result directly after it']],
  ['a result among contents without call', [user(), said([result])], ['messages[1]: result a without its call']],
  ['no parts', [user(), inParts()], ['messages[1]: no content']],
  ['results of its own', [user(), { role: 'tool', content: '[]', toolResults: [{ output: 1 }] }], []],
]

const reason = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: id })
const does = (call_id: string, id?: string) => ({ type: 'function_call', call_id, name: 'read', arguments: '{}', ...(id && { id }) })
const got = (call_id: string, output: unknown = 'out') => ({ type: 'function_call_output', call_id, output })

const responses: Case[] = [
  ['a pair', [user(), does('a'), got('a'), user()], []],
  ['a batch in another order', [user(), reason('r'), does('a'), does('b'), got('b'), got('a')], []],
  ['the same id in two turns', [user(), does('a'), got('a'), does('a'), got('a')], []],
  ['empty strings', [user(''), said(''), user()], []],
  ['an interrupted call', [user(), does('a'), user()], ['messages[1]: call a has no result directly after it']],
  ['half a batch', [user(), does('a'), does('b'), got('a'), said()], ['messages[2]: call b has no result directly after it']],
  ['an orphan', [user(), got('z'), said()], ['messages[1]: result z without its call']],
  ['a second result', [user(), does('a'), got('a'), got('a')], ['messages[3]: second result for a']],
  ['no output', [user(), does('a'), got('a', [])], ['messages[2]: no output']],
  ['an answer of no parts', [user(), said([]), user()], ['messages[1]: no content']],
  ['arguments that are no string', [user(), { ...does('a'), arguments: {} }, got('a')], ['messages[1]: arguments are not a string']],
  ['a role it does not know', [{ role: 'narrator', content: 'x' }], ['messages[0]: role narrator']],
  ['reasoning of which nothing came', [user(), reason('r'), user()], ['messages[1]: reasoning without the item it led to']],
  ['reasoning at the end', [user(), said(), reason('r')], ['messages[2]: reasoning without the item it led to']],
]

const content = (role: string, ...parts: unknown[]) => ({ role, parts })
const asked = content('user', { text: 'hi' })
const fn = (name: string, id?: string) => ({ functionCall: { name, args: {}, ...(id && { id }) } })
const answers = (name: string, id?: string) => ({ functionResponse: { name, response: { output: 'x' }, ...(id && { id }) } })

const gemini: Case[] = [
  ['a pair by id', [asked, content('model', fn('read', 'a')), content('user', answers('read', 'a'))], []],
  ['pairs by name and order', [asked, content('model', fn('read'), fn('read')), content('user', answers('read'), answers('read'))], []],
  ['words behind the responses', [asked, content('model', fn('read')), content('user', answers('read'), { text: 'go on' })], []],
  ['a model first', [content('model', { text: 'x' })], ['messages[0]: the first message is not the user’s']],
  ['an interrupted call', [asked, content('model', fn('read')), asked], ['messages[1]: call read 1 has no result directly after it']],
  [
    'one response for two calls',
    [asked, content('model', fn('read'), fn('read')), content('user', answers('read'))],
    ['messages[1]: call read 2 has no result directly after it'],
  ],
  [
    'an orphan',
    [asked, content('model', { text: 'x' }), content('user', answers('read'))],
    ['messages[2]: result read 1 without its call'],
  ],
  [
    'words before a response',
    [asked, content('model', fn('read')), asked, content('user', answers('read'))],
    ['messages[3]: a response after other content', 'messages[1]: call read 1 has no result directly after it'],
  ],
  ['no parts', [content('user')], ['messages[0]: no parts']],
  ['an empty text', [content('user', { text: 'x' }, { text: '' })], ['messages[0]: a part without data']],
  ['nothing but thinking', [asked, content('model', { text: 'hm', thought: true })], ['messages[1]: nothing but thinking']],
  ['a response by the model', [asked, content('model', answers('read'))], ['messages[1]: a part of the other role']],
  ['a role it does not know', [asked, content('assistant', { text: 'x' })], ['messages[1]: role assistant']],
  [
    'a response that is no object',
    [asked, content('model', fn('read')), content('user', { functionResponse: { name: 'read', response: 'x' } })],
    ['messages[2]: a response that is no object'],
  ],
]

/** The same of every format that serves all providers, each with words of its own. */
const turns = (
  calling: (...ids: string[]) => unknown,
  resulting: (id: string) => unknown,
  system: unknown,
  thinking: unknown,
  person = user,
  model = said,
): Case[] => [
  ['a pair', [system, person(), calling('a'), resulting('a'), model()], []],
  ['a batch', [person(), calling('a', 'b'), resulting('b'), resulting('a')], []],
  ['an interrupted call', [person(), calling('a'), person()], ['messages[1]: call a has no result directly after it']],
  ['half a batch', [person(), calling('a', 'b'), resulting('a'), model()], ['messages[1]: call b has no result directly after it']],
  ['an orphan', [person(), resulting('z'), model()], ['messages[1]: result z without its call']],
  ['an assistant first', [system, model(), person()], ['messages[1]: the first message is not the user’s']],
  ['an empty message', [person(), model('')], ['messages[1]: no content']],
  ['white space only', [person(' \n')], ['messages[0]: empty text']],
  ['nothing but thinking', [person(), model([thinking])], ['messages[1]: nothing but thinking']],
  ['thinking at the end', [person(), model([text('x'), thinking])], ['messages[1]: ends with thinking']],
]

const aiSdk = turns(
  (...ids) => said(ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'read', input: {} }))),
  (toolCallId) => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: 'read', output: { type: 'text', value: 'x' } }],
  }),
  { role: 'system', content: 'x' },
  { type: 'reasoning', text: 'hm' },
)

const pi = turns(
  (...ids) => said(ids.map((id) => ({ type: 'toolCall', id, name: 'read', arguments: {} }))),
  (toolCallId) => ({ role: 'toolResult', toolCallId, toolName: 'read', content: [], isError: false }),
  { role: 'system', content: 'x' },
  { type: 'thinking', thinking: 'hm' },
)

const langchain: Case[] = [
  ...turns(
    (...ids) => new AIMessage({ content: '', tool_calls: ids.map((id) => ({ type: 'tool_call', id, name: 'read', args: {} })) }),
    (tool_call_id) => new ToolMessage({ content: 'x', tool_call_id }),
    new SystemMessage('x'),
    { type: 'thinking', thinking: 'hm' },
    (words = 'hi') => new HumanMessage(words as string) as never,
    (words = 'ok') => new AIMessage(words as string) as never,
  ),
  ['a clone without its class', [{ ...new HumanMessage('hi'), content: 'hi' }], ['messages[0]: not an instance']],
  [
    'a call repeated that is not made',
    [new HumanMessage('hi'), new AIMessage({ content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] })],
    ['messages[1]: repeats a call it does not make', 'messages[1]: no content'],
  ],
]

describe.each<[Format, Case[]]>([
  ['openai-responses', responses],
  ['gemini', gemini],
  ['ai-sdk', aiSdk],
  ['pi', pi],
  ['langchain', langchain],
  ['openai-chat', openai],
  ['anthropic', anthropic],
  ['plain', plain],
])('%s', (format, cases) => {
  it.each(cases)('%s', (_, messages, complaints) => {
    expect(illegalities(format, messages)).toEqual(complaints)
    expect(illegalities(format, { model: 'm', messages })).toEqual(complaints)
  })
})

describe('sealed thinking against the original', () => {
  const other = { ...thought, thinking: 'ha' }
  const unsigned = { type: 'thinking', thinking: 'so', signature: '' }
  const history = [user(), said([thought, text('1')]), user(), said([other, text('2')]), user(), said([unsigned, text('3')])]
  it.each<Case>([
    ['unchanged', history, []],
    ['dropped', [user(), said([text('1')]), user(), said([other, text('2')])], []],
    ['unsigned and rewritten', [...history.slice(0, 5), said([{ ...unsigned, thinking: '…' }, text('3')])], []],
    ['rewritten', [user(), said([{ ...thought, thinking: '…' }, text('1')])], ['messages[1]: thinking changed or out of order']],
    [
      'out of order',
      [user(), said([other, text('2')]), user(), said([thought, text('1')])],
      ['messages[3]: thinking changed or out of order'],
    ],
    ['twice', [user(), said([thought, text('1')]), user(), said([thought, text('1')])], ['messages[3]: thinking changed or out of order']],
  ])('%s', (_, sent, complaints) => {
    expect(illegalities('anthropic', sent, history)).toEqual(complaints)
  })
})

describe('what the provider remembers', () => {
  const items = [user(), reason('r'), does('a', 'fc_a'), does('b', 'fc_b'), got('a'), got('b')]
  it.each<Case>([
    ['all of it', items, []],
    ['without the reasoning and its ids', [user(), does('a'), does('b'), got('a'), got('b')], []],
    [
      'without the reasoning alone',
      items.toSpliced(1, 1),
      ['messages[1]: function_call fc_a without its reasoning', 'messages[2]: function_call fc_b without its reasoning'],
    ],
  ])('%s', (_, sent, complaints) => {
    expect(illegalities('openai-responses', sent, items)).toEqual(complaints)
  })

  const signed = [
    asked,
    content('model', { ...fn('read'), thoughtSignature: 's' }, fn('ls')),
    content('user', answers('read'), answers('ls')),
  ]
  it.each<Case>([
    ['a signed call', signed, []],
    [
      'the other call alone',
      [asked, content('model', fn('ls')), content('user', answers('ls'))],
      ['messages[1]: the first call is not signed'],
    ],
  ])('%s', (_, sent, complaints) => {
    expect(illegalities('gemini', sent, signed)).toEqual(complaints)
  })
})

it('markers of system and tools count too', () => {
  const request = {
    system: [marked],
    tools: [{ name: 'x', cache_control: { type: 'ephemeral' } }],
    messages: [user([marked, marked, marked])],
  }
  expect(illegalities('anthropic', request)).toEqual(['5 cache_control, at most 4'])
})

it('a request without messages is a mistake of the test', () => {
  expect(() => illegalities('plain', { prompt: [] })).toThrow(TypeError)
})

function withArguments(args: unknown) {
  return { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: args } }] }
}
