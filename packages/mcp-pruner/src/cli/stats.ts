// `mcp-pruner stats`: what was saved on this machine, net.
import { readLedgerSettings } from '../process/ledger-settings.js'
import { SettingsError } from '../process/settings.js'
import { ledgerFolder } from '../stats/ledger.js'
import { LedgerFiles } from '../stats/ledger-files.js'
import { readLedger } from '../stats/read-ledger.js'
import { reportOf } from '../stats/stats-report.js'
import { summarise } from '../stats/summary.js'
import { SINCE_HINT, sinceOf } from '../stats/time-span.js'

export const HELP = `Usage: mcp-pruner stats [--since WHEN] [--json | --reset]

What pruning has saved on this machine, net: raw tokens less those shown, recovered, read again and asked
with, less each session's tool list. By day, tool, project and client.

  --since WHEN  ${SINCE_HINT}
  --json        the same for programs
  --reset       forget everything written down so far
`

export async function stats(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options === 'help') return print(HELP)
  if (typeof options === 'string') {
    process.stderr.write(`mcp-pruner stats: ${options}\nhint: mcp-pruner stats --help\n`)
    return 2
  }
  try {
    const files = new LedgerFiles(ledgerFolder(readLedgerSettings(process.env).cacheFolder))
    if (options.reset) {
      files.clear()
      return 0
    }
    const summary = summarise(readLedger(files), options.since)
    return print(options.json ? `${JSON.stringify(summary, null, 2)}\n` : reportOf(summary))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`mcp-pruner stats: ${error.message}\n`)
    return 2
  }
}

interface StatsOptions {
  readonly json: boolean
  readonly reset: boolean
  readonly since?: number
}

/** The options, or what is wrong with them. */
function readOptions(args: readonly string[]): StatsOptions | string {
  let json = false
  let reset = false
  let since: number | undefined
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = (args[i] ?? '').split(/=(.*)/s)
    if (name === '--help' || name === '-h') return 'help'
    if (name === '--json') json = true
    else if (name === '--reset') reset = true
    else if (name === '--since') {
      const value = inline ?? args[++i] ?? ''
      since = sinceOf(value)
      if (since === undefined)
        return `--since ${JSON.stringify(value)} is not a time: ${SINCE_HINT}`
    } else return `${JSON.stringify(args[i])} is not an option`
  }
  if (json && reset) return '--json and --reset do not go together'
  return { json, reset, ...(since !== undefined && { since }) }
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
