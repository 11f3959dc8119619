// `prune` in the published command, in the place of prune.ts: two scripts, the engine's loaded when it is needed, run
// with the code that was compiled for them before.
import { createRequire } from 'node:module'
import type * as Engine from '../ask/run-engine.js'
import { type BundledScript, runScript } from '../process/code-cache.js'
import { lazyBuiltin } from '../process/lazy-builtin.js'
import type * as Entry from './prune-script.js'
import type { Verb } from './verb.js'

const load = createRequire(import.meta.url)
const LAZY: ReadonlySet<string> = new Set(
  ['child_process', 'crypto', 'net', 'v8', 'worker_threads', 'zlib'].map((name) => `node:${name}`),
)
const running: BundledScript[] = []

function run(name: 'prune' | 'engine'): unknown {
  const script = runScript(name, import.meta.url, required)
  running.push(script)
  return script.exports
}

function required(id: string): unknown {
  if (id === './run-engine.js') return withSimplePatterns(run('engine') as typeof Engine)
  return LAZY.has(id) ? lazyBuiltin(() => load(id)) : load(id)
}

/** Newer versions might print that they do not know the flag. */
const KNOWN_NODE = 24

/**
 * V8 takes longer to improve the code of a large pattern than to match a question with it once. Only meanwhile: code
 * compiled under other flags is not used, neither ours nor Node's own.
 */
function withSimplePatterns({ runEngine }: typeof Engine): Pick<typeof Engine, 'runEngine'> {
  if (Number.parseInt(process.versions.node, 10) > KNOWN_NODE) return { runEngine }
  const { setFlagsFromString } = load('node:v8') as typeof import('node:v8')
  return {
    runEngine(...args) {
      setFlagsFromString('--no-regexp-peephole-optimization')
      try {
        return runEngine(...args)
      } finally {
        setFlagsFromString('--regexp-peephole-optimization')
      }
    },
  }
}

const { prune: verb, keepCompiled } = run('prune') as typeof Entry

export const prune: Verb = {
  ...verb,
  async run(args) {
    const exitCode = await verb.run(args)
    for (const { compiled } of running) keepCompiled(compiled)
    return exitCode
  },
}
