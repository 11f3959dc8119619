import { main } from './cli/main.js'
import { useCompileCache } from './process/compile-cache.js'

/** For what may still be on its way out; then nothing that was forgotten holds the process. */
const LINGER_MS = 500

useCompileCache(process.env)
process.exitCode = await main(process.argv.slice(2))
setTimeout(() => process.exit(), LINGER_MS).unref()
