// One run of an agent, from settings to shutdown. Whatever happens to the pruner, the agent runs:
// it is checked before the client starts, watched through the client's reports, and never waited for.

import type { RunnerLog } from './events.js'
import { PrunerLifecycle } from './lifecycle.js'
import { STARTUP_LIMIT_MS } from './limits.js'
import {
  buildMcpServers,
  type Environment,
  PRUNER_SERVER,
  withEmbeddedFallback,
} from './mcpConfig.js'
import { probeServer } from './probe.js'
import type { AgentProvider, McpServerConfig, ProviderEvent } from './provider.js'

export interface RunOptions {
  readonly provider: AgentProvider
  readonly prompt: string
  readonly cwd: string
  readonly env: Environment
  readonly log: RunnerLog
  readonly signal?: AbortSignal
  /** How long the server may take to list its tools. */
  readonly startupLimitMs?: number
}

/** Yields the client's reports; the last event is the run's result. */
export async function* runAgent(options: RunOptions): AsyncGenerator<ProviderEvent, void> {
  const { provider, prompt, cwd, signal } = options
  const env = withEmbeddedFallback(options.env)
  const lifecycle = new PrunerLifecycle(options.log)
  try {
    const mcpServers = await startPruner(lifecycle, { ...options, env })
    if (signal?.aborted) {
      yield { type: 'result', ok: false, error: 'the run was cancelled' }
      return
    }
    for await (const event of provider.run(prompt, {
      cwd,
      env,
      ...(mcpServers && { mcpServers }),
      ...(signal && { signal }),
    })) {
      if (event.type === 'mcp_failure' && event.server === PRUNER_SERVER) {
        const { reason, message } = event
        lifecycle.apply({ on: 'server_failed', detail: { reason, message, ...exitIn(message) } })
      }
      yield event
    }
  } finally {
    lifecycle.apply({ on: 'phase_ended' })
  }
}

/** The servers to hand to the provider, or nothing when the pruner is off for this run. */
async function startPruner(
  lifecycle: PrunerLifecycle,
  { cwd, env, signal, startupLimitMs = STARTUP_LIMIT_MS }: RunOptions,
): Promise<Readonly<Record<string, McpServerConfig>> | undefined> {
  const config = buildMcpServers(env, cwd)
  if (config.kind === 'disabled') {
    lifecycle.apply({ on: 'switched_off' })
    return undefined
  }
  if (config.kind === 'invalid') {
    lifecycle.apply({ on: 'config_invalid', detail: { message: config.message } })
    return undefined
  }
  lifecycle.apply({ on: 'config_resolved' })
  const { mcpServers, root } = config
  const probe = await probeServer(mcpServers.pruner, { cwd, env, signal, limitMs: startupLimitMs })
  if (probe.kind === 'ready') {
    lifecycle.apply({ on: 'initialized', detail: { root } })
    return mcpServers
  }
  lifecycle.apply({ on: probe.kind, detail: { message: probe.message } })
  return undefined
}

/** How the server ended, as far as the client's own words say it. */
function exitIn(message: string): { exit_code: number | null; signal: string | null } {
  const code = /\b(?:exit(?:ed)?|status)(?: with)?(?: code| status)?[: ]+(\d{1,3})\b/i.exec(
    message,
  )?.[1]
  const signal = /\bSIG[A-Z]{3,6}\b/.exec(message)?.[0]
  return { exit_code: code === undefined ? null : Number(code), signal: signal ?? null }
}
