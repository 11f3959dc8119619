// Says which imports break the layering: imports point downwards, across packages only through what a
// package exports, and never in a circle. An import of types alone must point downwards too, but closes
// no circle, because it is gone when the code runs.
import { posix } from 'node:path'
import { importsOf } from './imports.js'

interface Package {
  readonly folder: string
  /** Imports go to lower layers only. */
  readonly layer: number
}

const PACKAGES: Readonly<Record<string, Package>> = {
  // For tests alone: below everything, so that the tests of every package may use it.
  '@jeeves/testing': { folder: 'packages/testing', layer: -1 },
  '@jeeves/contracts': { folder: 'packages/contracts', layer: 0 },
  '@jeeves/pruner': { folder: 'packages/core/pruner', layer: 1 },
  '@jeeves/mcp-runtime': { folder: 'packages/core/mcp-runtime', layer: 1 },
  '@jeeves/guard': { folder: 'packages/guard', layer: 2 },
  '@jeeves/mcp-pruner': { folder: 'packages/mcp-pruner', layer: 3 },
  '@jeeves/runner': { folder: 'packages/runner', layer: 4 },
  // Users of the packages, which no package may use.
  '@jeeves/bench': { folder: 'bench', layer: 5 },
  '@jeeves/training': { folder: 'training', layer: 5 },
  '(workspace tests)': { folder: 'test', layer: 5 },
  '(end-to-end tests)': { folder: 'e2e', layer: 5 },
}

/** Folders of one package, the lowest first: the stages that its data passes through. */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  'packages/core/pruner/src': [
    'text',
    'tokens',
    'question',
    'evidence',
    'scorer',
    'rules',
    'shapes',
    'select',
    'render',
  ],
}

/** Text by path from the root; `package.json` files list what a package exports and depends on. */
export type Sources = ReadonlyMap<string, string>

export function findLayerFaults(sources: Sources): string[] {
  const faults: string[] = []
  const graph = new Map<string, string[]>()
  for (const [file, text] of sources) {
    if (file.endsWith('.json')) continue
    const edges: string[] = []
    for (const { specifier, typeOnly } of importsOf(text)) {
      const fault = specifier.startsWith('.')
        ? (faultOfRelative(file, specifier) ?? faultOfStage(file, specifier))
        : faultOfPackage(file, specifier, sources)
      if (fault !== undefined) faults.push(`${file} imports ${specifier}: ${fault}`)
      const target = typeOnly ? undefined : resolveFile(file, specifier, sources)
      if (target !== undefined) edges.push(target)
    }
    graph.set(file, edges)
  }
  return [...faults, ...findCycles(graph), ...findEntangledFolders(sources)]
}

function faultOfRelative(file: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(file), specifier)
  const [from, to] = [packageOf(file), packageOf(target)]
  return from === to ? undefined : `it leaves its package; use the package's name`
}

/** Types point downwards as well; tests may look anywhere in their package. */
function faultOfStage(file: string, specifier: string): string | undefined {
  if (isTest(file)) return undefined
  const target = posix.join(posix.dirname(file), specifier)
  for (const [folder, stages] of Object.entries(STAGES)) {
    const stageOf = (path: string) =>
      path.startsWith(`${folder}/`)
        ? stages.indexOf(path.slice(folder.length + 1).split('/')[0]!)
        : -1
    const [from, to] = [stageOf(file), stageOf(target)]
    if (from >= 0 && to > from) return `${stages[to]} comes after ${stages[from]}`
  }
  return undefined
}

function faultOfPackage(file: string, specifier: string, sources: Sources): string | undefined {
  const [, name = '', subpath = ''] = /^(@jeeves\/[^/]+)(\/.*)?$/.exec(specifier) ?? []
  if (name === '') return undefined
  const target = PACKAGES[name]
  if (target === undefined) return 'there is no such package'
  const from = packageOf(file)
  const own = from === undefined ? undefined : PACKAGES[from]
  if (own !== undefined && target.layer >= own.layer) return 'it is not in a lower layer'
  if (name === '@jeeves/testing' && !isTest(file)) return 'it is for tests alone'
  const manifest = manifestOf(target.folder, sources)
  if (!Object.keys(manifest.exports ?? {}).includes(`.${subpath}`)) return 'it is not exported'
  return undefined
}

const isTest = (file: string) => /\.(test|case)\.ts$|\/test\/|^(bench|e2e|test)\//.test(file)

interface Manifest {
  readonly exports?: Readonly<Record<string, unknown>>
}

const manifestOf = (folder: string, sources: Sources) =>
  JSON.parse(sources.get(`${folder}/package.json`) ?? '{}') as Manifest

function packageOf(path: string): string | undefined {
  return Object.keys(PACKAGES).find((name) => path.startsWith(`${PACKAGES[name]?.folder}/`))
}

function resolveFile(file: string, specifier: string, sources: Sources): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const target = posix.join(posix.dirname(file), specifier)
  const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.mjs$/, '.mts')]
  return candidates.find((candidate) => sources.has(candidate))
}

/**
 * Sibling folders that import each other, types included: they are one folder, or three.
 * Tests may look anywhere.
 */
function findEntangledFolders(sources: Sources): string[] {
  const imports = new Map<string, string>()
  for (const [file, text] of sources) {
    if (isTest(file) || !/^packages\/.*\/src\//.test(file)) continue
    for (const { specifier } of importsOf(text)) {
      const target = resolveFile(file, specifier, sources)
      const between = target && siblingFolders(file, target)
      if (between) imports.set(between.join(' → '), file)
    }
  }
  return [...imports].flatMap(([between, file]) => {
    const [from = '', to = ''] = between.split(' → ')
    const back = imports.get(`${to} → ${from}`)
    return back !== undefined && from < to
      ? [`folders import each other: ${from} (${file}) and ${to} (${back})`]
      : []
  })
}

/** The two folders in which the paths of two files diverge; `undefined` if one contains the other. */
function siblingFolders(a: string, b: string): [string, string] | undefined {
  const [from, to] = [a.split('/'), b.split('/')]
  let depth = 0
  while (from[depth] === to[depth]) depth++
  if (depth >= from.length - 1 || depth >= to.length - 1) return undefined
  return [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')]
}

/** One circle for each file that closes one, as `a → b → a`. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (file: string) => {
    const at = trail.indexOf(file)
    if (at >= 0) cycles.push(`import cycle: ${[...trail.slice(at), file].join(' → ')}`)
    if (at >= 0 || done.has(file)) return
    trail.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    trail.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
