// `prune` in the published command, in the place of prune.ts: two scripts, the engine's loaded when it is needed, run
// with the code that was compiled for them before.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BundledScript, runScript } from '../process/code-cache.js'
import { lazyBuiltin } from '../process/lazy-builtin.js'
import { processEnv } from '../settings/environment.js'
import { cacheFolder } from '../settings/folders.js'
import type * as Entry from './prune-script.js'

const load = createRequire(import.meta.url)
const LAZY: ReadonlySet<string> = new Set(
  ['child_process', 'crypto', 'net', 'v8', 'worker_threads', 'zlib'].map((name) => `node:${name}`),
)
const FOLDER = join(cacheFolder(processEnv), 'compiled')
const running: BundledScript[] = []

function run(name: 'prune' | 'engine'): unknown {
  const script = runScript(
    {
      file: fileURLToPath(new URL(`./${name}.cjs`, import.meta.url)),
      folder: FOLDER,
      name,
    },
    import.meta.url,
    required,
  )
  running.push(script)
  return script.exports
}

function required(id: string): unknown {
  if (id === './run-engine.js') return run('engine')
  return LAZY.has(id) ? lazyBuiltin(() => load(id)) : load(id)
}

const { HELP, prune: pruneOnly, keepCompiled } = run('prune') as typeof Entry

export { HELP }

export async function prune(args: readonly string[]): Promise<number> {
  const exitCode = await pruneOnly(args)
  for (const { compiled } of running) keepCompiled(compiled)
  return exitCode
}
