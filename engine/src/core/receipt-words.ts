/** The words of receipts, in both languages. */
import type { Counted, Locale, Why } from '../types.js'

interface Words {
  head(preset: string, model: string, window: string, reserve: string, limit: string): string
  history: string
  sent: string
  counted: Record<Counted, string>
  nothing: string
  edits(count: number): string
  more(count: number): string
  reasons: { [reason: string]: string }
  refused: string
  whys: Record<Why, string>
  wanted: string
  recall: string
  doesNotFit(least: string): string
  parts: { system: string; tools: string; pinned: string; lastTurn: string }
  held: string
  first: string
  cold: string
  grew: string
  changed(id: string): string
}

export const RECEIPT: Record<Locale, Words> = {
  en: {
    head: (preset, model, window, reserve, limit) =>
      `Preset ${preset}, ${model}: a window of ${window} tokens less ${reserve} for the answer leaves ${limit}.`,
    history: 'History:',
    sent: 'Sent:   ',
    counted: { exact: 'counted exactly', calibrated: 'calibrated on reported usage', estimated: 'estimated' },
    nothing: 'Nothing was left out.',
    edits: (count) => (count === 1 ? '1 edit' : `${count} edits`),
    more: (count) => `and ${count} more`,
    reasons: {},
    refused: 'Left as it is, because it',
    whys: {
      'unknown id': 'is not in the history',
      pinned: 'is pinned',
      system: 'is the system prompt',
      'last words': 'is what you said last',
      'not seen yet': 'was not seen by the model yet',
      open: 'belongs to work under way',
      sealed: 'is sealed by the provider',
      opaque: 'is known to the provider only',
      'recalled lately': 'was recalled lately',
      'splits a round': 'would part a call from its result',
      'saves nothing': 'would not get shorter',
      'edited already': 'was edited by an earlier pass',
      'undone by the user': 'was put back by you',
      'held by the server': 'is held by the provider',
      void: 'changed or went before',
    },
    wanted: 'A summary is wanted',
    recall: 'Everything left out can be brought back: loadline recall ID FILE.',
    doesNotFit: (least) => `Does not fit: the least this request can be is ${least} tokens`,
    parts: { system: 'system', tools: 'tools', pinned: 'pinned', lastTurn: 'last turn' },
    held: 'The provider holds this history: it is only observed.',
    first: 'This is the first call of its ledger: all of it is new to the cache.',
    cold: 'The cache has gone cold since the last call: rewriting cost nothing extra.',
    grew: 'The request only grew: what the provider has cached stays valid.',
    changed: (id) => `The cache is rewritten from ${id} on, the first message that differs from the last request.`,
  },
  'zh-CN': {
    head: (preset, model, window, reserve, limit) =>
      `预设 ${preset}，${model}：窗口 ${window} tokens，为回答预留 ${reserve}，余 ${limit}。`,
    history: '历史：',
    sent: '发送：',
    counted: { exact: '精确计数', calibrated: '按上报用量校准', estimated: '估算' },
    nothing: '没有省略任何内容。',
    edits: (count) => `${count} 处修改`,
    more: (count) => `另有 ${count} 处`,
    reasons: {
      'binary in text': '文本中的二进制数据',
      'long output': '输出过长',
      'long output, a summary is wanted': '输出过长，需要摘要',
      'old tool result': '旧的工具结果',
      superseded: '已被更新的结果取代',
      'out of date': '已过时',
      'over the trigger': '超过触发阈值',
      summarised: '已摘要',
      'a summary held by the history': '历史中已有的摘要',
      'tool use of an older round': '较早一轮的工具调用',
      'the same stands earlier': '前面已有相同内容',
      'lines that stand earlier': '前面已有的行',
      'line numbers': '行号',
      'tool results as short lines': '工具结果改为短行',
      'tool results as the user says them': '工具结果改由用户转述',
      'old thinking': '旧的思考',
      'oldest round': '最早的一轮',
      'over the limit': '超出上限',
      'call without result': '调用没有结果',
      'result without call': '结果没有对应的调用',
      'blank text': '空白文本',
      'empty message': '空消息',
      'thinking alone': '只有思考',
      'the user speaks first': '须由用户先说',
      'sealed over a prefix that has changed': '签名所依据的前文已改变',
    },
    refused: '保持原样，因为它',
    whys: {
      'unknown id': '不在历史中',
      pinned: '已固定',
      system: '是系统提示',
      'last words': '是您最后说的话',
      'not seen yet': '模型还没有看过',
      open: '属于正在进行的工作',
      sealed: '由服务商签名',
      opaque: '只有服务商能读懂',
      'recalled lately': '刚刚被取回',
      'splits a round': '会拆开调用与结果',
      'saves nothing': '不会变短',
      'edited already': '已被先前的步骤修改',
      'undone by the user': '是您恢复的',
      'held by the server': '由服务商保存',
      void: '已改变或已省略',
    },
    wanted: '需要一份摘要',
    recall: '省略的内容都可以取回：loadline recall ID FILE。',
    doesNotFit: (least) => `放不下：这个请求至少需要 ${least} tokens`,
    parts: { system: '系统提示', tools: '工具', pinned: '固定内容', lastTurn: '最后一轮' },
    held: '历史由服务商保存：只观察，不改动。',
    first: '这是该账本的第一次调用：对缓存来说都是新的。',
    cold: '上次调用后缓存已失效：改写没有额外代价。',
    grew: '请求只在末尾增长：服务商的缓存仍然有效。',
    changed: (id) => `缓存从 ${id} 起重写，它是与上次请求不同的第一条消息。`,
  },
}
