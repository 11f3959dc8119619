import { useCompileCache } from './process/compile-cache.js'
import { processEnv } from './settings/environment.js'

/** Lets pending output drain; after that, nothing that was left open keeps the process alive. */
const LINGER_MS = 500
const FAILED = 1

try {
  const [verb, ...args] = process.argv.slice(2)
  process.exitCode = await (verb === 'prune' ? prune(args) : main(process.argv.slice(2)))
} catch (error) {
  // Its own files cannot be opened: nothing else is loaded that could report it better.
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EMFILE' && code !== 'ENFILE') throw error
  process.exitCode = FAILED
  process.stderr.write(
    'mcp-pruner: too many open files: the limit is too low to start\nhint: raise it, such as with ulimit -n 1024\n',
  )
}
setTimeout(() => process.exit(), LINGER_MS).unref()

async function main(args: readonly string[]): Promise<number> {
  useCompileCache(processEnv)
  return (await import('./cli/main.js')).main(args)
}

/** A person waits for it at a prompt: the table of commands is not loaded on the way. */
async function prune(args: readonly string[]): Promise<number> {
  return (await import('./cli/prune.js')).prune.run(args)
}
