/** What Gemini refuses, in its own words. */
import { type Fields, isFields, listOf, textOf } from '../fields.js'
import type { ModelRules } from '../models.js'
import { Refused } from '../refused.js'
import { unseal } from '../seal.js'

/** What Google lets histories of other models say instead of a signature. */
const DUMMIES = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

export function check(contents: readonly Fields[], rules: ModelRules): void {
  if (contents.length === 0) throw new Refused('* GenerateContentRequest.contents: contents is not specified\n')
  contents.forEach(({ role, parts }, i) => {
    if (role !== undefined && role !== 'user' && role !== 'model' && role !== 'function')
      throw new Refused('Please use a valid role: user, model.')
    if (listOf(parts).length === 0) throw new Refused(`* GenerateContentRequest.contents[${i}].parts: contents.parts must not be empty.\n`)
  })
  checkPairs(contents)
  checkSignatures(contents, rules)
}

function checkPairs(contents: readonly Fields[]): void {
  let open = 0
  contents.forEach((content, i) => {
    const calls = listOf(content.parts).filter(({ functionCall }) => isFields(functionCall)).length
    const answers = listOf(content.parts).filter(({ functionResponse }) => isFields(functionResponse)).length
    if (answers > 0 && open === 0)
      throw new Refused('Please ensure that function response turn comes immediately after a function call turn.')
    if (answers !== open)
      throw new Refused(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
    if (calls > 0 && (i === 0 || contents[i - 1]?.role === 'model'))
      throw new Refused('Please ensure that function call turn comes immediately after a user turn or after a function response turn.')
    open = calls
  })
  if (open > 0)
    throw new Refused('Please ensure that function call turn comes immediately after a user turn or after a function response turn.')
}

/** The first call of each step in the turn under way carries the signature of the thinking that led to it. */
function checkSignatures(contents: readonly Fields[], { wantsThinking }: ModelRules): void {
  const start = contents.findLastIndex(({ role, parts }) => role !== 'model' && listOf(parts).some(({ text }) => typeof text === 'string'))
  contents.forEach(({ parts }, i) => {
    const [first] = listOf(parts).filter(({ functionCall }) => isFields(functionCall))
    for (const { thoughtSignature } of listOf(parts)) {
      if (thoughtSignature !== undefined && !DUMMIES.includes(decoded(thoughtSignature)) && !unseal(thoughtSignature))
        throw new Refused('Thought signature is not valid.')
    }
    if (wantsThinking && first && i > start && first.thoughtSignature === undefined)
      throw new Refused(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${textOf((first.functionCall as Fields).name)}\` , position ${i + 1}.`,
      )
  })
}

/** Clients send it as it stands, or in base64 as every other bytes field. */
function decoded(signature: unknown): string {
  const text = String(signature)
  return DUMMIES.includes(text) ? text : Buffer.from(text, 'base64').toString()
}
