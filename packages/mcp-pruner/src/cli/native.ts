// `mcp-pruner native on|off`: turns pruning of the clients' own tools on or off, in running sessions too.
import { setNativeSwitch, usableSettings } from '../native/native-switch.js'
import { readArgs } from '../process/read-args.js'
import { UsageError } from '../process/usage-error.js'
import { installPlace, recordOrTold } from './install-place.js'
import { runVerb, say, warn } from './verb.js'

export const HELP = `Turns pruning of the clients' own tools on or off. Running sessions follow at once.

Usage: mcp-pruner native [on|off]

Arguments:
  [on|off]    Without it, what is in force

Options:
  -h, --help  Show this text

Also raw: a command that ends with # raw, MCP_PRUNER_NATIVE=off in a client's environment, and what
rawCommands and rawPaths in native/settings.json of the data folder list.
`

export const native = (args: readonly string[]): Promise<number> =>
  runVerb('native', HELP, args, async () => {
    const { positionals } = readArgs(args, {})
    const [wanted, ...more] = positionals
    if (more.length > 0 || (wanted !== undefined && wanted !== 'on' && wanted !== 'off')) {
      throw new UsageError(`${positionals.join(' ')} is not understood`, 'use on or off')
    }
    const { dataFolder } = installPlace(undefined)
    const record = recordOrTold('native', dataFolder)
    if (record === 'damaged') return 1
    const clients = record?.native ?? []
    if (clients.length === 0) {
      warn('mcp-pruner native: no client has the hooks')
      warn('hint: mcp-pruner install --native')
      return 1
    }
    const { on } = usableSettings(dataFolder)
    if (wanted !== undefined) setNativeSwitch(dataFolder, wanted === 'on')
    say(`${wanted ?? (on ? 'on' : 'off')}: ${clients.join(', ')}`)
    return 0
  })
