import { COMMANDS } from './cli/commands.js'
import { VERSION } from './version.js'

const [verb = '', ...args] = process.argv.slice(2)

if (verb === '--version') {
  process.stdout.write(`${VERSION}\n`)
} else {
  process.exitCode = (await COMMANDS[verb]?.run(args)) ?? 2
}
