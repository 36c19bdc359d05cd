/** Reads what a source file says of itself: its first line, and its interfaces of options with their defaults. No parser: our own files are plain enough. */

/** The comment on the first line. @param {string} source */
export function summary(source) {
  const [, said] = /^\/\*\* (.+?) \*\/\n/.exec(source) ?? []
  if (said === undefined) throw new Error(`expected a first line /** ... */, found: ${source.slice(0, 80)}`)
  return said
}

/** Names of the files beside it that it imports. @param {string} source */
export const siblings = (source) => [...source.matchAll(/ from '\.\/([\w-]+)\.js'/g)].map(([, file = '']) => file)

/**
 * The members of an interface and of those it extends, inherited ones first.
 * @param {string} source
 * @param {string} name
 * @returns {{ name: string, type: string, initial: string | undefined, doc: string }[]}
 */
export function options(source, name) {
  const [, parent, body] = new RegExp(`^export interface ${name}(?: extends (\\w+))? \\{\\n([^]*?)^\\}`, 'm').exec(source) ?? []
  if (body === undefined) throw new Error(`expected an interface ${name}`)
  const inherited = parent === undefined ? [] : options(source, parent)
  const own = [...body.matchAll(/(?: {2}\/\*\* (.+) \*\/\n)? {2}(\w+)\?: (.+)\n/g)].map(([, doc = '', member = '', type = '']) => ({
    name: member,
    type,
    initial: initial(source, member),
    doc,
  }))
  return [...inherited, ...own]
}

/** What stands behind `=` where the option is taken out of its object. @param {string} source @param {string} option */
function initial(source, option) {
  const [, value] = new RegExp(`[{,] ${option} = ([^,}]+?)(?:,| \\})`).exec(source) ?? []
  return value
}
