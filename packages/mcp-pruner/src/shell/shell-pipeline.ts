// The pipeline for a single command line.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createPruneOutput } from '../ask/prune-output.js'
import { rememberedProbe } from '../ask/remembered-probe.js'
import { createGuard } from '../call/guard.js'
import { RequestInvalid } from '../call/invalid-params.js'
import { callTool, type Pipeline } from '../call/pipeline.js'
import { createRecordCall } from '../call/record-call.js'
import type { Call, Tool } from '../call/tool.js'
import { callingAgent } from '../clients/known-clients.js'
import { UsageError } from '../errors/usage-error.js'
import { newSessionId, openLedger } from '../ledger/ledger.js'
import { SHELL_CLIENT } from '../ledger/ledger-entry.js'
import { createEmitter } from '../process/events.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { readSettings, type Settings } from '../settings/settings.js'
import { openLastingStore } from '../store/lasting-store.js'
import { createRecovery, type Recovery } from '../store/recovery.js'

export interface Shell {
  readonly settings: Settings
  readonly recovery: Recovery
  call<Args, Raw, Result>(tool: Tool<Args, Raw, Result>, args: unknown): Promise<Result>
  close(): Promise<void>
}

/** Events are for people who run servers; a person at a prompt gets messages. */
const QUIET = { MCP_PRUNER_LOG_LEVEL: 'error' }

export function openShell(): Shell {
  const settings = readSettings({ ...QUIET, ...processEnv })
  const emit = createEmitter(settings.logLevel)
  // Memory ends with this process: an id of a text stored there would be useless.
  const recovery = createRecovery(() => openLastingStore(settings.store, emit), emit, {
    keepMs: settings.store.waitMs,
  })
  const ledger = openLedger(readLedgerSettings(processEnv), emit)
  const record = createRecordCall(ledger, recovery, {
    entryPoint: 'shell',
    session: newSessionId(),
    project: settings.root,
  })
  const pipeline: Pipeline = {
    pruneOutput: createPruneOutput(settings.pruner, recovery, {
      probeOf: (address) => rememberedProbe(address, join(settings.store.folder, 'no-swe-pruner')),
    }),
    guard: createGuard(emit),
    record: (describe) => record(describe()),
  }
  const stop = new AbortController()
  const call: Call = {
    requestId: randomUUID(),
    signal: stop.signal,
    emit,
    // With the exact text beside the one with control characters made visible.
    output: 'structured',
    client: callingAgent(processEnv) ?? SHELL_CLIENT,
  }
  return {
    settings,
    recovery,
    call: async (tool, args) =>
      (await callTool(tool, args, call, pipeline).catch(refusedAs(args))).result,
    close: () => recovery.close(),
  }
}

/** As the help names them. */
const NAMES: Readonly<Record<string, string>> = {
  prune_id: 'ID',
  ranges: 'RANGE',
  question: 'QUESTION',
}

/** An option that no tool accepts is wrong use of a verb. */
const refusedAs =
  (args: unknown) =>
  (error: unknown): never => {
    if (!(error instanceof RequestInvalid)) throw error
    const { path, message = '', code } = error.issues[0] ?? { path: [], code: '' }
    const [first = ''] = path
    const value = JSON.stringify((args as Record<string, unknown>)[first]).slice(0, 60)
    const words = message || code
    throw new UsageError(
      `${NAMES[first] ?? path.join('.')} ${value} is not valid: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    )
  }
