// `mcp-pruner ui`: look at what was cut, in a browser.
import { spawn } from 'node:child_process'
import { createEmitter } from '../process/events.js'
import { readLedgerSettings } from '../process/ledger-settings.js'
import { readSettings, SettingsError } from '../process/settings.js'
import { openRecovery } from '../recovery/open-recovery.js'
import { ledgerFolder } from '../stats/ledger.js'
import { LedgerFiles } from '../stats/ledger-files.js'
import { LedgerView } from '../ui/ledger-view.js'
import { ReplayRun } from '../ui/replay-job.js'
import { startUi, type UiServer } from '../ui/start-ui.js'

export const HELP = `Usage: mcp-pruner ui [--no-open] [--port PORT]

Opens a page on 127.0.0.1: the calls and what was cut of them, a place to try a question, what was saved, and
the replay of recorded sessions. Nothing is asked of any other machine. Ctrl-C ends it.

  --no-open    only print the address; it holds a token, without which nothing is told
  --port PORT  default: a free one
`

/** Where the bundle puts them: beside the file that this ends up in. */
const PAGE_FOLDER = new URL('./page/', import.meta.url)
const REPLAY_WORKER = new URL('./replay-worker.js', import.meta.url)

export async function ui(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options === 'help') {
    process.stdout.write(HELP)
    return 0
  }
  if (typeof options === 'string') return complain(2, options, 'mcp-pruner ui --help')
  let server: UiServer
  try {
    const settings = readSettings(process.env)
    const ledger = readLedgerSettings(process.env)
    const emit = createEmitter('warn')
    const parts = {
      ledger: new LedgerView(new LedgerFiles(ledgerFolder(ledger.cacheFolder))),
      isOn: ledger.isOn,
      recovery: openRecovery(settings.store, emit),
      root: settings,
      replay: new ReplayRun(process.env, REPLAY_WORKER),
      pageFolder: PAGE_FOLDER,
    }
    server = await startUi(parts, options.port, emit)
  } catch (error) {
    if (error instanceof SettingsError) return complain(2, error.message)
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return complain(1, `port ${options.port} is taken`, 'leave --port out to take a free one')
  }
  process.stdout.write(`${server.address}\n`)
  if (options.open) openInBrowser(server.address)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve())
  })
  await server.close()
  return 0
}

/** The options, or what is wrong with them. */
function readOptions(
  args: readonly string[],
): { readonly open: boolean; readonly port: number } | string {
  let open = true
  let port = 0
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = (args[i] ?? '').split(/=(.*)/s)
    if (name === '--help' || name === '-h') return 'help'
    if (name === '--no-open') open = false
    else if (name === '--port') {
      const value = inline ?? args[++i] ?? ''
      port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
      if (!(port >= 0 && port <= 65_535)) {
        return `--port ${JSON.stringify(value)}: use an integer from 0 to 65535`
      }
    } else return `${JSON.stringify(args[i])} is not an option`
  }
  return { open, port }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** The address is printed, so a machine without a browser loses nothing. */
function openInBrowser(address: string): void {
  const [command = '', ...first] = OPENERS[process.platform] ?? ['xdg-open']
  spawn(command, [...first, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

function complain(code: number, message: string, hint?: string): number {
  process.stderr.write(`mcp-pruner ui: ${message}\n${hint ? `hint: ${hint}\n` : ''}`)
  return code
}
