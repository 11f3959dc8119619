// Runs a coding agent with the pruner wired in.
export { MissingClientError } from './client-package.js'
export type { RunnerEventName, RunnerEvents, RunnerLog, RunnerLogEntry } from './events.js'
export { createRunnerLog } from './events.js'
export type { RunState, Transition } from './lifecycle.js'
export { TRANSITIONS } from './lifecycle.js'
export type { Environment, McpConfigResult } from './mcpConfig.js'
export { buildMcpServers } from './mcpConfig.js'
export type { ProbeOptions, ProbeResult } from './probe.js'
export { probeServer } from './probe.js'
export type {
  AgentProvider,
  McpFailureReason,
  McpServerConfig,
  ProviderEvent,
  ProviderRunOptions,
  TokenUsage,
} from './provider.js'
export { claudeProvider } from './providers/claudeAgentSdk.js'
export { codexProvider } from './providers/codexSdk.js'
export type { PruningSummary } from './pruning-summary.js'
export type { RunOptions } from './runner.js'
export { runAgent } from './runner.js'
