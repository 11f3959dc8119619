// `mcp-pruner native on|off`: turns pruning of the clients' built-in tools on or off, also in running sessions.

import { readRecord } from '../clients/install/install-record.js'
import { optionError } from '../errors/usage-error.js'
import { setNativeSwitch, usableSettings } from '../native/native-switch.js'
import { installPlace } from './install-place.js'
import { defineVerb, printLine, warn } from './verb.js'

export const native = defineVerb({
  name: 'native',
  does: "Turns pruning of the clients' built-in tools on or off. Running sessions follow at once.",
  usage: ['native [on|off]'],
  args: { '[on|off]': 'Without it, prints the current state' },
  choices: ['on', 'off'],
  notes: [
    "Also raw: a command that ends with # raw, MCP_PRUNER_NATIVE=off in a client's environment, and what rawCommands and rawPaths in native/settings.json of the data folder list.",
  ],
  run({ positionals }) {
    const [wanted, ...more] = positionals
    if (more.length > 0 || (wanted !== undefined && wanted !== 'on' && wanted !== 'off')) {
      throw optionError('argument', positionals.join(' '), 'on or off')
    }
    const { dataFolder } = installPlace(undefined)
    const clients = readRecord(dataFolder)?.native ?? []
    if (clients.length === 0) {
      warn('mcp-pruner native: no client has hooks installed', 'mcp-pruner install --native')
      return 1
    }
    const { on } = usableSettings(dataFolder)
    if (wanted !== undefined) setNativeSwitch(dataFolder, wanted === 'on')
    printLine(`${wanted ?? (on ? 'on' : 'off')}: ${clients.join(', ')}`)
    return 0
  },
})
