/** The folder listing is the architecture: imports point one way, the engine is pure, no file knows itself through others. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** What each folder may import, besides itself. */
const MAY_IMPORT: { [folder: string]: readonly string[] } = {
  'engine/types': [],
  'engine/errors': ['engine/types'],
  'engine/core': ['engine/types', 'engine/errors'],
  'engine/passes': ['engine/types', 'engine/core'],
  'engine/presets': ['engine/types', 'engine/core', 'engine/passes'],
  'engine/tokens': ['engine/types', 'engine/core'],
  'engine/models': ['engine/types', 'engine/core', 'engine/errors'],
  'engine/adapters': ['engine/types', 'engine/core', 'engine/errors'],
  'engine/index': ['engine/types', 'engine/errors', 'engine/core', 'engine/presets', 'engine/tokens', 'engine/models', 'engine/adapters'],
  'app/config': ['@loadline/engine', 'yaml'],
  'engine/hooks': ['engine/types', 'engine/adapters', 'engine/index'],
  'app/cli': ['@loadline/engine', 'app/config'],
}

interface Import {
  file: string
  of: string
}

const imports = ['engine', 'app'].flatMap((workspace) => importsOf(workspace))

test('every folder has its place, and imports point one way', () => {
  const wrong = imports.filter(({ file, of }) => {
    const [from, to] = [folderOf(file), folderOf(of)]
    return from !== to && !(MAY_IMPORT[from] ?? []).includes(to) && !(from.startsWith('app/') && of.startsWith('node:'))
  })
  expect(wrong.map(({ file, of }) => `${file} -> ${of}`)).toEqual([])
})

test('no file imports itself through others', () => {
  const next = new Map<string, string[]>()
  for (const { file, of } of imports) next.set(file, [...(next.get(file) ?? []), of])
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' -> ')]
    if (done.has(file)) return []
    const cycles = (next.get(file) ?? []).flatMap((to) => visit(to, [...path, file]))
    done.add(file)
    return cycles
  }
  expect([...next.keys()].flatMap((file) => visit(file, []))).toEqual([])
})

test('the engine is pure: no clock, no chance, no environment, no console', () => {
  const impure = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bprocess\.|\bglobalThis\b|\bconsole\.|\bsetTimeout\b|\bcrypto\./
  const found = filesOf('engine/src').filter((file) => impure.test(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

test('every file says in its first line what it is', () => {
  const silent = ['engine/src', 'app/src'].flatMap(filesOf).filter((file) => !readFileSync(join(root, file), 'utf8').startsWith('/**'))
  expect(silent).toEqual([])
})

function filesOf(folder: string): string[] {
  const all = readdirSync(join(root, folder), { recursive: true }).map(String)
  return all.filter((file) => file.endsWith('.ts')).map((file) => `${folder}/${file}`)
}

/** Types too: a type that points the wrong way is a word that does. */
function importsOf(workspace: string): Import[] {
  return filesOf(`${workspace}/src`).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'/gms)].map(([, name = '']) => {
      const of = name.startsWith('.') ? relative(root, join(root, dirname(file), name)).replace(/\.js$/, '.ts') : name
      return { file, of }
    })
  })
}

/** `engine/src/core/fit.ts` is in engine/core; a file at the top is a folder of its own. */
function folderOf(file: string): string {
  if (file.startsWith('@loadline/engine')) return '@loadline/engine'
  const [, workspace, inner = ''] = /^(\w+)\/src\/([\w-]+)/.exec(file) ?? []
  return workspace ? `${workspace}/${inner}` : file
}
