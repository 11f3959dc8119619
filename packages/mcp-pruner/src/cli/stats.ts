// `mcp-pruner stats`: the net savings on this machine.

import { UsageError } from '../errors/usage-error.js'
import { helpText } from '../process/help-text.js'
import { optionsOf, readFlags } from '../process/read-args.js'
import { styleFor } from '../process/terminal-style.js'
import { visibleJson, visibleStrings } from '../process/visible-text.js'
import { readPrices } from '../report/prices/price-table.js'
import { reportOf } from '../report/savings/stats-report.js'
import { summarise } from '../report/savings/summary.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { ledgerFolder } from '../stats/ledger.js'
import { LedgerFiles } from '../stats/ledger-files.js'
import { readLedger } from '../stats/read-ledger.js'
import { readSince, SINCE_HINT } from '../stats/time-span.js'
import { runVerb } from './verb.js'

const OPTIONS = {
  '--since WHEN': SINCE_HINT,
  '--prices FILE': 'Model prices that override the published ones (docs/savings.md)',
  '--json': 'Print the same for programs',
  '--reset': 'Delete every figure that was recorded',
} as const

export const HELP = helpText({
  does: 'Prints what pruning has saved on this machine, net, in dollars and tokens.',
  usage: ['stats [OPTIONS]', 'stats --reset'],
  options: OPTIONS,
  notes: [
    "Net is what the clients would have shown, minus what was shown, recovered and read again, minus questions and each session's tool list. By day, tool, project and client; pruning at a prompt is listed apart.",
  ],
})

export const stats = (args: readonly string[]): Promise<number> =>
  runVerb('stats', HELP, args, async () => {
    const { json, reset, since, prices } = readOptions(args)
    const files = new LedgerFiles(ledgerFolder(readLedgerSettings(processEnv).cacheFolder))
    if (reset) {
      files.clear()
      return 0
    }
    const summary = summarise(readLedger(files), since, prices)
    process.stdout.write(
      json
        ? `${visibleJson(JSON.stringify(summary, null, 2))}\n`
        : reportOf(visibleStrings(summary), since !== undefined, styleFor(process.stdout)),
    )
    return 0
  })

function readOptions(args: readonly string[]) {
  const { json, reset, since, prices } = readFlags(args, optionsOf(OPTIONS))
  if (json && reset) throw new UsageError('--json and --reset cannot be combined')
  if (since !== undefined && reset) {
    throw new UsageError('--since and --reset cannot be combined: --reset deletes everything')
  }
  return { json, reset, since: readSince(since), prices: readPrices(prices) }
}
