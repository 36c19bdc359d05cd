/** The bed itself: stories are the same for the same seed, varied over seeds, and legal when asked to be. */
import { describe, expect, it } from 'vitest'
import { faults, type Fault } from './faults.js'
import { deepFreeze } from './frozen.js'
import { illegalities, messagesOf } from './legal.js'
import { FORMATS, requestOf } from './natives.js'
import { makeStory, type Story } from './story.js'

const SEEDS = Array.from({ length: 1000 }, (_, seed) => seed)
const stories = SEEDS.map((seed) => makeStory(seed))
const written = stories.map((story) => JSON.stringify(story.steps))
const legal = SEEDS.map((seed) => makeStory(seed, { legal: true }))

const has = (pattern: RegExp) => (json: string) => pattern.test(json)
const hasRun = (length: number) => (json: string) => json.split(/[^A-Za-z0-9+/]/).some((run) => run.length > length)

/** What the makers of adapters and passes can count on meeting; each in 4 to 900 stories of a thousand. */
const TRAITS: { [trait: string]: (json: string, story: Story) => boolean } = {
  'parallel calls': (_, { steps }) => steps.some((step) => step.kind === 'assistant' && step.calls.length > 1),
  'call ids reused': (_, { steps }) => {
    const ids = steps.flatMap((step) => (step.kind === 'assistant' ? step.calls.map(({ id }) => id) : []))
    return new Set(ids).size < ids.length
  },
  'contents repeated': (_, { steps }) => {
    const texts = steps.flatMap((step) => (step.kind === 'result' ? [JSON.stringify(step.pieces)] : []))
    return new Set(texts).size < texts.length
  },
  'sealed thinking': has(/"seal":"/),
  'unsealed thinking': has(/"thinking":\{"text":"[^"]*"\}/),
  images: has(/"kind":"image"/),
  'unknown pieces': has(/hologram/),
  'opaque blocks': has(/"opaque":"(search|redacted|future)"/),
  'unknown fields': has(/x_origin/),
  'base64 over 1,000': hasRun(1_000),
  'base64 over 10,000': hasRun(10_000),
  'a line of 50 kB': has(/(x\d){25000}/),
  'data URLs': has(/data:image\/png;base64,/),
  Chinese: has(/请把/),
  emoji: has(/🚀/u),
  'lone surrogates': has(/\\ud83d /),
  CRLF: has(/two\\r\\n/),
  ANSI: has(/\\u001b\[31m/),
  'terminal results': has(/\\"exitCode\\":/),
  'error results': has(/"error":true/),
  'recall results': (_, { steps }) => steps.some((step) => step.kind === 'result' && step.tool === 'recall'),
  'white space only': has(/"text":" \\n"/),
  'system messages': has(/"kind":"system"/),
  pins: has(/"pinned":true/),
  'native ids': has(/"id":"msg_/),
  markers: has(/"marked":true/),
  'no times': (_, { steps }) => steps.every((step) => step.at === undefined),
  'times on some': (_, { steps }) => steps.some((step) => step.at === undefined) && steps.some((step) => step.at !== undefined),
  'gaps of more than an hour': (_, { steps }) => steps.some((step, i) => (step.at ?? NaN) - (steps[i - 1]?.at ?? NaN) > 3_600_000),
  'legacy functions': (_, { dress }) => dress.legacy,
  'parts of chat apps': (_, { dress }) => dress.parts,
}

describe('stories', () => {
  it('are the same for the same seed', () => {
    expect(SEEDS.map((seed) => makeStory(seed))).toEqual(stories)
    expect(new Set(written).size).toBeGreaterThan(990)
  })

  it('are small, so that a thousand of them take no time', () => {
    const average = written.reduce((sum, json) => sum + json.length, 0) / stories.length
    expect(average).toBeGreaterThan(2_000)
    expect(average).toBeLessThan(15_000)
    expect(stories.filter(({ steps }) => steps.length >= 5 && steps.length <= 45).length).toBeGreaterThan(800)
  })

  it('have as many messages as asked for, and at most a round more', () => {
    for (const messages of [1, 7, 200, 5000]) {
      const { length } = makeStory(3, { messages, legal: true }).steps
      expect(length).toBeGreaterThanOrEqual(messages)
      expect(length).toBeLessThanOrEqual(messages + 6)
    }
  })

  it.each(Object.keys(faults) as Fault[])('have the fault %s often enough', (fault) => {
    expect(stories.filter((story) => story.faults.includes(fault)).length).toBeGreaterThan(40)
  })

  it.each(Object.entries(TRAITS))('have %s', (_, found) => {
    const share = stories.filter((story, i) => found(written[i]!, story)).length
    expect(share).toBeGreaterThanOrEqual(4)
    expect(share).toBeLessThan(900)
  })

  it('render to the beginning of their messages when cut before an answer', () => {
    for (const story of stories.slice(0, 40)) {
      const cuts = story.steps.flatMap((step, i) => (step.kind === 'assistant' ? [i] : []))
      for (const format of FORMATS) {
        const render = (each: Story) => messagesOf(requestOf(format, each)).map((message) => JSON.stringify(message))
        const whole = render(story)
        for (const cut of cuts) {
          const begun = render({ ...story, steps: story.steps.slice(0, cut) })
          expect(whole.slice(0, begun.length)).toEqual(begun)
        }
      }
    }
  })
})

describe.each(FORMATS)('requests of %s', (format) => {
  it('are legal when the story is', () => {
    const refused = legal.flatMap((story) => {
      const request = requestOf(format, story)
      const complaints = illegalities(format, request, request)
      return complaints.length > 0 ? [{ seed: story.seed, complaints }] : []
    })
    expect(refused).toEqual([])
  })

  it('are illegal as soon as any one result is missing', () => {
    const passed = legal.slice(0, 200).flatMap(({ steps, ...story }) => {
      const results = steps.flatMap((step, i) => (step.kind === 'result' ? [i] : []))
      return results.flatMap((missing) => {
        const request = requestOf(format, { ...story, steps: steps.toSpliced(missing, 1) })
        return illegalities(format, request).length === 0 ? [{ seed: story.seed, missing }] : []
      })
    })
    expect(passed).toEqual([])
  })

  it('are illegal often enough when it is not', () => {
    const illegal = stories.filter((story) => illegalities(format, requestOf(format, story)).length > 0)
    // The plain format has the fewest rules: empty texts and an assistant at the start are no faults in it.
    expect(illegal.length).toBeGreaterThan(450)
    expect(illegal.length).toBeLessThan(950)
  })

  it('are bare arrays, bodies, with and without max_tokens, a recall tool and fields of their own', () => {
    const requests = stories.map((story) => requestOf(format, story))
    const texts = requests.map((request) => JSON.stringify(request))
    const having = (word: RegExp) => texts.filter((each) => word.test(each)).length
    expect(requests.filter(Array.isArray).length).toBeGreaterThan(150)
    expect(having(/"max_?(output_?)?tokens"/i)).toBeGreaterThan(100)
    expect(having(/"x_request"/)).toBeGreaterThan(150)
    expect(having(/Brings back what was left out/)).toBeGreaterThan(150)
  })
})

it('deepFreeze reaches everything', () => {
  const request = deepFreeze({ messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] })
  expect(() => (request.messages[0]!.content[0]!.text = 'ho')).toThrow(TypeError)
  expect(() => request.messages.push(request.messages[0]!)).toThrow(TypeError)
})
