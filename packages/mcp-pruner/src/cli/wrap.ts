// `mcp-pruner wrap`: the gateway as a command.
import { RESPONSE_PROFILES } from '@jeeves/contracts'
import { Calls } from '../gateway/calls/calls.js'
import { ConfigError } from '../gateway/config.js'
import { runGateway } from '../gateway/gateway.js'
import { KeptAnswers } from '../gateway/kept/kept.js'
import { readOptions, USAGE, type WrapOptions } from '../gateway/options.js'
import { loadPreset } from '../gateway/presets/preset.js'
import { createAdditions } from '../gateway/session-additions.js'
import { StartError } from '../gateway/upstream/upstream.js'
import { createEmitter } from '../process/events.js'
import { integer, oneOf, readPruner, readStore, SettingsError } from '../process/settings.js'
import { createPruneOutput } from '../pruning/prune-output.js'
import { openDurableStore } from '../recovery/open-recovery.js'
import { createRecovery } from '../recovery/recovery.js'
import { StatsFiles } from '../stats/files.js'
import { Ledger } from '../stats/ledger.js'
import { statsFolder } from './stats.js'

const MAX_TIME_LIMIT_MS = 24 * 3600 * 1000

export async function wrap(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args, process.env)
    if (options) await run(options)
    else process.stdout.write(USAGE)
    return 0
  } catch (error) {
    const isUsage = error instanceof ConfigError || error instanceof SettingsError
    if (!isUsage && !(error instanceof StartError)) throw error
    process.stderr.write(`mcp-pruner wrap: ${error.message}\n`)
    return isUsage ? 2 : 1
  }
}

async function run({ upstreams, profile, contract, preset }: WrapOptions): Promise<void> {
  const { env } = process
  const emit = createEmitter(
    oneOf(env, 'MCP_PRUNER_LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'),
  )
  const timeLimitMs = env['MCP_PRUNER_TOOL_TIMEOUT_MS']
    ? integer(env, 'MCP_PRUNER_TOOL_TIMEOUT_MS', 1, 1, MAX_TIME_LIMIT_MS)
    : undefined
  const rules = { preset: await loadPreset(preset), profile, timeLimitMs }
  const store = once(() => openDurableStore(readStore(env), emit))
  const recovery = createRecovery(store, emit)
  const pruneOutput = createPruneOutput(readPruner(env), recovery)
  const kept = new KeptAnswers(store, emit)
  const files = new StatsFiles(statsFolder())
  const ledger = new Ledger(files, emit)
  const calls = new Calls({ rules, contract, pruneOutput, kept, ledger, emit })
  const limits = RESPONSE_PROFILES[profile]
  const additions = createAdditions({ calls, kept, ledger, limits, pruneOutput, emit })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort())
  const { stdin: input, stdout: output } = process
  try {
    await runGateway({ upstreams, input, output, additions, emit, stop: stop.signal })
  } finally {
    ledger.close()
    files.fold()
    await recovery.close()
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
