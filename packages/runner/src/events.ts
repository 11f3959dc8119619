// The runner's log: one JSON object per line on stderr, in the same form as the server's own events.

import type { McpFailureReason } from './provider.js'

export interface RunnerEvents {
  'mcp_pruner.disabled': { reason: 'config_disabled' | 'config_invalid' | 'start_failed' }
  'mcp_pruner.config_invalid': { message: string }
  'mcp_pruner.ready': { root: string }
  'mcp_pruner.start_failed': { message: string }
  'mcp_pruner.spawn_error': { message: string }
  'mcp_pruner.degraded': {
    reason: McpFailureReason
    message: string
    /** The client owns the process: null where it does not say how it ended. */
    exit_code: number | null
    signal: string | null
  }
  'mcp_pruner.not_running': Record<string, never>
  'mcp_pruner.shutdown_after_degraded': Record<string, never>
}

export type RunnerEventName = keyof RunnerEvents

export type RunnerLogEntry = {
  [Name in RunnerEventName]: { readonly event: Name; readonly data: RunnerEvents[Name] }
}[RunnerEventName]

export type RunnerLog = (entry: RunnerLogEntry) => void

const LEVELS: Readonly<Record<RunnerEventName, 'info' | 'warn' | 'error'>> = {
  'mcp_pruner.disabled': 'info',
  'mcp_pruner.config_invalid': 'warn',
  'mcp_pruner.ready': 'info',
  'mcp_pruner.start_failed': 'error',
  'mcp_pruner.spawn_error': 'error',
  'mcp_pruner.degraded': 'warn',
  'mcp_pruner.not_running': 'info',
  'mcp_pruner.shutdown_after_degraded': 'info',
}

export function createRunnerLog(write: (line: string) => void): RunnerLog {
  return ({ event, data }) =>
    write(
      `${JSON.stringify({ ts: new Date().toISOString(), level: LEVELS[event], event, data })}\n`,
    )
}
