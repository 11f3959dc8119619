// `mcp-pruner wrap`: the gateway as a command.

import { randomInt } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { RESPONSE_PROFILES } from '@jeeves/contracts'
import { type ArtifactStore, sealNotes } from '@jeeves/mcp-runtime'
import { sampleTokens } from '@jeeves/pruner/count'
import { createPruneOutput } from '../ask/prune-output.js'
import { createGuard } from '../call/guard.js'
import { createRecordCall } from '../call/record-call.js'
import { Calls, type CallsOptions } from '../gateway/calls/calls.js'
import { type GatewayOptions, runGateway } from '../gateway/gateway.js'
import { createGatewayMethods } from '../gateway/gateway-methods.js'
import { loadPreset } from '../gateway/presets/preset.js'
import { StoredAnswers } from '../gateway/stored-answers/stored-answers.js'
import { WatchedConfig } from '../gateway/watched-config.js'
import { readOptions, readSetup, USAGE, type WrapOptions } from '../gateway/wrap-options.js'
import { type Ledger, newSessionId, openLedger } from '../ledger/ledger.js'
import { createGatheringEmitter } from '../process/events.js'
import { LineChannel } from '../rpc/line-channel.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { readSetting } from '../settings/read-setting.js'
import { readLogLevel, readPruner, readStore } from '../settings/settings.js'
import { openDurableStore } from '../store/open-store.js'
import { createRecovery } from '../store/recovery.js'
import { runVerb, type Serving, type Verb } from './verb.js'

export const wrap: Verb = {
  help: USAGE,
  run: (args) =>
    runVerb('wrap', USAGE, args, () => setUpOrRun(args), isSetup(args) ? undefined : SERVING),
}

const SERVING: Serving = { startFailed: 'gateway.start_failed' }

/** A person runs it and reads what it prints: no log. */
const isSetup = (args: readonly string[]): boolean =>
  !args.includes('--') && args.some((arg) => /^--(?:un)?install(?:=|$)/.test(arg))

async function setUpOrRun(args: readonly string[]): Promise<number> {
  const setup = readSetup(args)
  if (setup) {
    const { installGateway, uninstallGateway } = await import('./wrap-install.js')
    return setup.how === 'install' ? installGateway(setup.client) : uninstallGateway(setup.client)
  }
  await run(readOptions(args, processEnv))
  return 0
}

/**
 * How much code a function runs before V8 optimises it; its own default is 13 times that. A session makes hundreds of
 * calls, not thousands, and with the default most of them run unoptimised: 20 % more processor time each.
 */
const INTERRUPT_BUDGET = 10_000

async function run(options: WrapOptions): Promise<void> {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
  const env = processEnv
  const { profile, contract, preset, strict, images, http } = options
  const write = createGatheringEmitter(readLogLevel(env))
  const overHttp = http && (await import('./wrap-http.js'))
  const metrics = overHttp?.createGatewayMetrics()
  const emit = metrics ? metrics.counting(write) : write
  const timeLimitMs = options.timeLimitMs ?? readSetting(env, 'MCP_PRUNER_TOOL_TIMEOUT_MS')
  const hasPreset = preset !== undefined
  const rules = { preset: await loadPreset(preset), hasPreset, profile, strict, timeLimitMs }
  const storeSettings = readStore(env)
  const store = once(() => openDurableStore(storeSettings, emit))
  const recovery = createRecovery(store, emit, { keepMs: storeSettings.waitMs })
  const ledger = openLedger(readLedgerSettings(env), emit, { gathers: true })
  const pruneOutput = createPruneOutput(readPruner(env), recovery, {
    drawsHoldout: ledger.drawsHoldout,
  })
  const guard = createGuard(emit, recovery.memoryStats)
  const seal = newSeal()
  sealNotes(seal)
  const servers = new WatchedConfig(options, env, emit)
  const calling = { rules, contract, images, seal, pruneOutput, guard, emit }
  const serve = serving({ options, servers, calling, store, recovery, ledger })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort())
  try {
    if (overHttp && metrics) await overHttp.serveHttp(http, serve, metrics, emit, stop.signal)
    else await serveStdio(serve, stop.signal)
  } finally {
    servers.close()
    await recovery.close()
  }
}

type Serve = (connect: GatewayOptions['connect'], stop: AbortSignal) => Promise<void>

interface ServeParts {
  readonly options: WrapOptions
  readonly servers: WatchedConfig
  readonly calling: Omit<CallsOptions, 'storedAnswers' | 'record'>
  readonly store: () => Promise<ArtifactStore>
  readonly recovery: Parameters<typeof createRecordCall>[1]
  readonly ledger: Ledger
}

/** One client's gateway, until it leaves or `stop` fires. */
const serving =
  ({ options, servers, calling, store, recovery, ledger }: ServeParts): Serve =>
  async (connect, stop) => {
    const { pruneOutput, guard, emit } = calling
    const storedAnswers = new StoredAnswers(store, emit)
    const place = {
      entryPoint: 'gateway',
      session: newSessionId(),
      project: process.cwd(),
    } as const
    const record = createRecordCall(ledger, recovery, place)
    const recovered = (ref: string, tool: string, text: string) =>
      ledger.recovered({ ...place, client: undefined }, pruneIdIn(ref), sampleTokens(text), tool)
    /** Only what the gateway adds; the servers' own part would be there without it. */
    const listed = (client: string | undefined, sent: object, written: object) => {
      const added = tokensOf(sent) - tokensOf(written)
      ledger.listed({ ...place, client }, Math.max(0, added))
    }
    const calls = new Calls({ ...calling, storedAnswers, record })
    const additions = createGatewayMethods({
      calls,
      storedAnswers,
      listed,
      recovered,
      limits: RESPONSE_PROFILES[options.profile],
      listing: { parameters: options.parameters, isDeferred: options.tools === 'deferred' },
      pruneOutput,
      guard,
      emit,
    })
    try {
      const { specs: upstreams, watch } = servers
      await runGateway({ upstreams, connect, additions, emit, watch, stop })
    } finally {
      calls.close()
    }
  }

async function serveStdio(serve: Serve, stop: AbortSignal): Promise<void> {
  const { stdin: input, stdout: output } = process
  try {
    await serve((onEnd) => new LineChannel({ input, output, onEnd }), stop)
  } finally {
    input.destroy()
  }
}

/** A tag for the notes of this session, unknown to the servers. */
const newSeal = (): string => randomInt(36 ** 4, 36 ** 5).toString(36)

const tokensOf = (value: object): number => sampleTokens(JSON.stringify(value))

/** A pruned answer is stored under its prune id, which ends the reference. */
const pruneIdIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
