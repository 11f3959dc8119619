// `mcp-pruner ui`: shows cuts in a browser.

import { join } from 'node:path'
import { createEmitter } from '../process/events.js'
import { helpText } from '../process/help-text.js'
import { openInBrowser } from '../process/open-browser.js'
import { wholeNumber } from '../process/option-values.js'
import { optionsOf, readFlags } from '../process/read-args.js'
import { LedgerView } from '../report/page/ledger-view.js'
import { ReplayRun } from '../report/page/replay-job.js'
import { SessionsApi } from '../report/page/sessions-api.js'
import { startUi, type UiServer } from '../report/page/start-ui.js'
import { casesFolder } from '../report/page/wrong-cut.js'
import { type PriceTable, readPrices } from '../report/prices/price-table.js'
import { processEnv } from '../settings/environment.js'
import { cacheFolder } from '../settings/folders.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { readSettings } from '../settings/settings.js'
import { ledgerFolder } from '../stats/ledger.js'
import { LedgerFiles } from '../stats/ledger-files.js'
import { openRecovery } from '../store/open-store.js'
import { runVerb, warn } from './verb.js'

const OPTIONS = {
  '--no-open': 'Only print the address; it contains the token that the page needs',
  '--port PORT': 'Default: a free one',
  '--prices FILE': 'Model prices that override the published ones (docs/savings.md)',
} as const

export const HELP = helpText({
  does: 'Opens a page that shows what was spent, saved and cut, and where a question can be tried.',
  usage: ['ui [OPTIONS]'],
  options: OPTIONS,
  notes: ['The page is on 127.0.0.1 and contacts no other machine. Ctrl-C ends it.'],
})

/** The bundle puts them beside this file's chunk. */
const PAGE_FOLDER = new URL('./page/', import.meta.url)
const REPLAY_WORKER = new URL('./replay-worker.js', import.meta.url)

export const ui = (args: readonly string[]): Promise<number> =>
  runVerb('ui', HELP, args, () => run(readOptions(args)))

async function run({ open, port, prices }: UiOptions): Promise<number> {
  let server: UiServer
  try {
    const settings = readSettings(processEnv)
    const ledger = readLedgerSettings(processEnv)
    const emit = createEmitter('warn')
    const view = new LedgerView(new LedgerFiles(ledgerFolder(ledger.cacheFolder)))
    const parts = {
      ledger: view,
      sessions: new SessionsApi(view, processEnv, prices),
      casesFolder: casesFolder(ledger.cacheFolder),
      isOn: ledger.isOn,
      recovery: openRecovery(settings.store, emit),
      root: settings,
      replay: new ReplayRun(processEnv, REPLAY_WORKER, prices),
      pageFolder: PAGE_FOLDER,
    }
    server = await startUi(parts, port, emit)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    warn(`mcp-pruner ui: port ${port} is taken\nhint: omit --port to use a free one`)
    return 1
  }
  // Before the browser is started: a signal in between would leave the file that leads to the page.
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve())
  })
  process.stdout.write(`${server.address}\n`)
  // The address is printed, so this also works without a browser.
  const forget = open ? openInBrowser(server.address, redirectFolder(processEnv)) : undefined
  await ended
  forget?.()
  await server.close()
  return 0
}

interface UiOptions {
  readonly open: boolean
  readonly port: number
  readonly prices: PriceTable
}

function readOptions(args: readonly string[]): UiOptions {
  const flags = readFlags(args, optionsOf(OPTIONS))
  const port = wholeNumber('--port', flags.port, 0, 65_535) ?? 0
  return { open: !flags['no-open'], port, prices: readPrices(flags.prices) }
}

const redirectFolder = (env: NodeJS.ProcessEnv): string => join(cacheFolder(env), 'open')
