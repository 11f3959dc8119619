// `mcp-pruner stats`: the net savings on this machine.

import { UsageError } from '../errors/usage-error.js'
import { ledgerFiles } from '../ledger/ledger.js'
import { readLedger } from '../ledger/read-ledger.js'
import { readSince, SINCE_HINT } from '../ledger/time-span.js'
import { styleFor } from '../process/terminal-style.js'
import { visibleStrings } from '../process/visible-text.js'
import { PRICES_HINT, readPrices } from '../report/prices/price-table.js'
import { reportOf } from '../report/savings/stats-report.js'
import { summarise } from '../report/savings/summary.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { defineVerb, printJson } from './verb.js'

export const stats = defineVerb({
  name: 'stats',
  does: 'Prints what pruning has saved on this machine, net, in dollars and tokens.',
  usage: ['stats [OPTIONS]', 'stats --reset'],
  options: {
    '--since WHEN': SINCE_HINT,
    '--prices FILE': PRICES_HINT,
    '--json': 'Print the same for programs',
    '--reset': 'Delete every figure that was recorded',
  },
  notes: [
    "Net is what the clients would have shown, minus what was shown, recovered and read again, minus questions and each session's tool list. By day, tool, project and client; pruning at a prompt is listed apart.",
  ],
  run({ values: { json, reset, ...given } }) {
    if (json && reset) throw new UsageError('--json and --reset cannot be combined')
    if (given.since !== undefined && reset) {
      throw new UsageError('--since and --reset cannot be combined: --reset deletes everything')
    }
    const since = readSince(given.since)
    const prices = readPrices(given.prices)
    const files = ledgerFiles(readLedgerSettings(processEnv).cacheFolder)
    if (reset) {
      files.clear()
      return 0
    }
    const summary = summarise(readLedger(files), since, prices)
    if (json) printJson(summary)
    else {
      const style = styleFor(process.stdout)
      process.stdout.write(reportOf(visibleStrings(summary), since !== undefined, style))
    }
    return 0
  },
})
