import { main } from './cli/main.js'

/** For what may still be on its way out; then nothing that was forgotten holds the process. */
const LINGER_MS = 500

process.exitCode = await main(process.argv.slice(2))
setTimeout(() => process.exit(), LINGER_MS).unref()
