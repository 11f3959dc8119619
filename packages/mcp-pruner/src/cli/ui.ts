// `mcp-pruner ui`: shows cuts in a browser.

import { join } from 'node:path'
import { ledgerFiles } from '../ledger/ledger.js'
import { createEmitter } from '../process/events.js'
import { openInBrowser } from '../process/open-browser.js'
import { wholeNumber } from '../process/option-values.js'
import { LedgerView } from '../report/page/ledger-view.js'
import { ReplayRun } from '../report/page/replay-job.js'
import { SessionsApi } from '../report/page/sessions-api.js'
import { startUi, type UiServer } from '../report/page/start-ui.js'
import { casesFolder } from '../report/page/wrong-cut.js'
import { PRICES_HINT, type PriceTable, readPrices } from '../report/prices/price-table.js'
import { processEnv } from '../settings/environment.js'
import { cacheFolder } from '../settings/folders.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { readSettings } from '../settings/settings.js'
import { openRecovery } from '../store/open-store.js'
import { defineVerb, warn } from './verb.js'

export const ui = defineVerb({
  name: 'ui',
  does: 'Opens a page that shows what was spent, saved and cut, and where a question can be tried.',
  usage: ['ui [OPTIONS]'],
  options: {
    '--no-open': 'Only print the address; it contains the token that the page needs',
    '--port PORT': 'The port to listen on; default: a free one',
    '--prices FILE': PRICES_HINT,
  },
  notes: ['The page is on 127.0.0.1 and contacts no other machine. Ctrl-C ends it.'],
  async run({ values }) {
    const port = wholeNumber('--port', values.port, 0, 65_535) ?? 0
    const server = await startPage(port, readPrices(values.prices))
    if (!server) return 1
    // Before the browser is started: a signal in between would leave the file that leads to the page.
    const ended = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.once(signal, () => resolve())
    })
    process.stdout.write(`${server.address}\n`)
    // The address is printed, so this also works without a browser.
    const folder = join(cacheFolder(processEnv), 'open')
    const forget = values['no-open'] ? undefined : openInBrowser(server.address, folder)
    await ended
    forget?.()
    await server.close()
    return 0
  },
})

/** The bundle puts them beside this file's chunk. */
const PAGE_FOLDER = new URL('./page/', import.meta.url)
const REPLAY_WORKER = new URL('./replay-worker.js', import.meta.url)

async function startPage(port: number, prices: PriceTable): Promise<UiServer | undefined> {
  try {
    const settings = readSettings(processEnv)
    const ledger = readLedgerSettings(processEnv)
    const emit = createEmitter('warn')
    const view = new LedgerView(ledgerFiles(ledger.cacheFolder))
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
    return await startUi(parts, port, emit)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    warn(`mcp-pruner ui: port ${port} is already in use`, 'omit --port to use a free port')
    return undefined
  }
}
