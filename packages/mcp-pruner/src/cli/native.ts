// `mcp-pruner native on|off`: turns pruning of the clients' own tools on or off, also in running sessions.

import { optionError } from '../errors/usage-error.js'
import { setNativeSwitch, usableSettings } from '../native/native-switch.js'
import { helpText } from '../process/help-text.js'
import { readArgs } from '../process/read-args.js'
import { installPlace, recordOrTold } from './install-place.js'
import { runVerb, say, warn } from './verb.js'

export const HELP = helpText({
  does: "Turns pruning of the clients' own tools on or off. Running sessions follow at once.",
  usage: ['native [on|off]'],
  args: { '[on|off]': 'Without it, prints what is in force' },
  notes: [
    "Also raw: a command that ends with # raw, MCP_PRUNER_NATIVE=off in a client's environment, and what rawCommands and rawPaths in native/settings.json of the data folder list.",
  ],
})

export const native = (args: readonly string[]): Promise<number> =>
  runVerb('native', HELP, args, async () => {
    const { positionals } = readArgs(args, {})
    const [wanted, ...more] = positionals
    if (more.length > 0 || (wanted !== undefined && wanted !== 'on' && wanted !== 'off')) {
      throw optionError('argument', positionals.join(' '), 'on or off')
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
