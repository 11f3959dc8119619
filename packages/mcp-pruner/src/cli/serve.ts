// `mcp-pruner serve`: from the command line to a running service, and to an exit code when it ends.

import { setFlagsFromString } from 'node:v8'
import { AppError } from '../errors/app-error.js'
import { readServeOptions, SERVE_OPTIONS, type ServeOptions } from '../http/serve-options.js'
import { type Service, type ServiceOptions, startService } from '../http/service.js'
import { openLedger } from '../ledger/ledger.js'
import { createEmitter } from '../process/events.js'
import { helpText } from '../process/help-text.js'
import { processEnv } from '../settings/environment.js'
import { type LedgerSettings, readLedgerSettings } from '../settings/ledger-settings.js'
import { settingRows } from '../settings/setting-help.js'
import type { Settings } from '../settings/settings.js'
import { openIdSecret } from '../store/id-secret.js'
import { openStore } from '../store/open-store.js'
import { httpUrl, reportListening, runVerb, type Verb } from './verb.js'

const HELP = helpText({
  does: 'Runs the pruning service over HTTP: POST /rpc, /mcp and /prune, GET /health, /ready and /metrics.',
  usage: ['serve [OPTIONS]'],
  options: SERVE_OPTIONS,
  environment: settingRows('serve', [
    'MCP_PRUNER_STORE',
    'MCP_PRUNER_PRUNE_ID_TTL_S',
    'MCP_PRUNER_STORE_MAX_BYTES',
    'MCP_PRUNER_LOG_LEVEL',
    'MCP_PRUNER_TOOLS',
  ]),
})

export const serve: Verb = {
  help: HELP,
  run: (args) =>
    runVerb(
      'serve',
      HELP,
      args,
      () => run(readServeOptions(args, processEnv), readLedgerSettings(processEnv)),
      { startFailed: 'service.start_failed' },
    ),
}

async function run(options: ServeOptions, ledgerSettings: LedgerSettings): Promise<number> {
  const emit = createEmitter(options.logLevel)
  // Threads that help the collector compete with those that prune, and take more time than they save.
  setFlagsFromString('--no-parallel-scavenge')
  const stop = stopSignal()
  let service: Service
  try {
    const store = await openStore(options.store, emit)
    const idSecret = await openIdSecret(options.store, emit)
    const localTools = await loadLocalTools(options.localSettings)
    const ledger = openLedger(ledgerSettings, emit, { gathers: true })
    service = await startService({
      ...options,
      ...localTools,
      store,
      idSecret,
      ledger,
      emit,
      limits: { storeMs: options.store.waitMs, drainingMs: options.drainMs },
    })
  } catch (error) {
    throw startFailure(error, options)
  }
  const { port } = service
  const { host } = options
  reportListening(emit, 'service.ready', { url: httpUrl(host, port), host, port })

  const signal = await stop
  emit('info', 'service.stopping', { data: { signal } })
  await service.close()
  emit('info', 'service.stopped')
  return 0
}

/** Loaded only if requested. */
async function loadLocalTools(
  settings: Settings | undefined,
): Promise<Pick<ServiceOptions, 'localTools' | 'output'>> {
  if (!settings) return {}
  const { createLocalTools } = await import('../http/tools/local-tools.js')
  return {
    output: settings.output,
    localTools: (recovery) => createLocalTools(settings, recovery),
  }
}

/** The first signal shuts the service down, the second ends it at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let stopping = false
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.on(name, () => {
        if (stopping) process.exit(1)
        stopping = true
        resolve(name)
      })
    }
  })
}

const FAILURES: Readonly<
  Record<string, (options: ServeOptions) => [message: string, hint?: string]>
> = {
  EADDRINUSE: ({ host, port }) => [
    `${host}:${port} is already in use`,
    'choose another port with --port',
  ],
  EACCES: ({ port }) => [`permission denied for port ${port}`, 'use a port above 1023'],
  EADDRNOTAVAIL: ({ host }) => [`this machine has no address ${host}`],
  ENOTFOUND: ({ host }) => [`this machine has no address ${host}`],
}

function startFailure(error: unknown, options: ServeOptions): Error {
  if (error instanceof AppError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const [why, hint] = FAILURES[code]?.(options) ?? [message]
  return new AppError('start_failed', `cannot start: ${why}`, {
    cause: error,
    ...(hint && { hint }),
  })
}
