/** Tools of the AI SDK and of LangChain as the model is told of them: their code and their validators are not sent. */
import { type Fields, isFields } from './fields.js'

/** The same tools are told the same way, by the same object. */
const told = new WeakMap<object, readonly Fields[]>()

/** From a record by name, or from a list of things that have names. */
export function describeTools(tools: unknown): readonly Fields[] | undefined {
  if (typeof tools !== 'object' || tools === null) return undefined
  const known = told.get(tools)
  if (known) return known
  const named = Array.isArray(tools) ? tools.map((tool) => [isFields(tool) ? tool.name : undefined, tool]) : Object.entries(tools)
  const described = named.map(([name, tool]) => describe(name, tool))
  told.set(tools, described)
  return described
}

function describe(name: unknown, tool: unknown): Fields {
  if (!isFields(tool)) return { name }
  // As OpenAI has it.
  if (name === undefined && isFields(tool.function)) return describe(tool.function.name, tool.function)
  const { description, inputSchema, schema, parameters } = tool
  return { name, description, parameters: jsonSchema(inputSchema ?? schema ?? parameters) }
}

/** A JSON schema as it is or wrapped, or what a validator says of itself by the Standard Schema's rules. */
function jsonSchema(schema: unknown): unknown {
  if (!isFields(schema)) return undefined
  const standard = schema['~standard']
  if (isFields(standard)) {
    const { jsonSchema: converters } = standard as { jsonSchema?: { input?: (options: object) => unknown } }
    try {
      return converters?.input?.({ target: 'draft-07' })
    } catch {
      return undefined
    }
  }
  return isFields(schema.jsonSchema) ? schema.jsonSchema : schema
}
