// Every agent client, one line each. A new client is one folder and one line here, and a row of what is known about the
// program in known-clients.ts.
import type { AgentClient } from './agent-client.js'
import { amp } from './amp/config.js'
import { auggie } from './auggie/config.js'
import { claude } from './claude/config.js'
import { claudeSession } from './claude/session.js'
import { cline } from './cline/config.js'
import { clineOutput } from './cline/output.js'
import { codex } from './codex/config.js'
import { codexSession } from './codex/session.js'
import { continueDev } from './continue/config.js'
import { copilot } from './copilot/config.js'
import { copilotOutput } from './copilot/output.js'
import { copilotSession } from './copilot/session.js'
import { cursor } from './cursor/config.js'
import { droid } from './droid/config.js'
import { gemini } from './gemini/config.js'
import { geminiOutput } from './gemini/output.js'
import { geminiSession } from './gemini/session.js'
import { kilo } from './kilo/config.js'
import { opencode } from './opencode/config.js'
import { opencodeOutput } from './opencode/output.js'
import { opencodeSession } from './opencode/session.js'
import type { OutputHook } from './output-hook.js'
import { qwen } from './qwen/config.js'
import type { SessionSource } from './sessions/session-source.js'
import { vscode } from './vscode/config.js'

interface Entry {
  readonly config: AgentClient
  /** Where its sessions are recorded in a readable form. */
  readonly session?: SessionSource
  /** How its hook replaces outputs; those of Claude Code and Codex do more, in `native`. */
  readonly output?: OutputHook
}

const REGISTRY = {
  claude: { config: claude, session: claudeSession },
  codex: { config: codex, session: codexSession },
  gemini: { config: gemini, session: geminiSession, output: geminiOutput },
  qwen: { config: qwen },
  opencode: { config: opencode, session: opencodeSession, output: opencodeOutput },
  kilo: { config: kilo, output: opencodeOutput },
  copilot: { config: copilot, session: copilotSession, output: copilotOutput },
  cline: { config: cline, output: clineOutput },
  droid: { config: droid },
  continue: { config: continueDev },
  cursor: { config: cursor },
  vscode: { config: vscode },
  amp: { config: amp, output: clineOutput },
  auggie: { config: auggie },
} as const satisfies Readonly<Record<string, Entry>>

type Registry = typeof REGISTRY
export type ClientName = keyof Registry

export const CLIENT_NAMES = Object.keys(REGISTRY) as [ClientName, ...ClientName[]]

export const AGENT_CLIENTS = Object.fromEntries(
  Object.entries(REGISTRY).map(([name, { config }]) => [name, config]),
) as Readonly<Record<ClientName, AgentClient>>

/** `undefined` for a name that is no client's, too. */
export const clientNamed = (name: string): Entry | undefined =>
  Object.entries<Entry>(REGISTRY).find(([own]) => own === name)?.[1]

export type RecordingClient = {
  [Name in ClientName]: Registry[Name] extends { readonly session: SessionSource } ? Name : never
}[ClientName]

/** Their records are read while they grow, for the agent's words before a call. */
export type LiveClient = {
  [Name in RecordingClient]: Registry[Name]['session']['isReadLive'] extends true ? Name : never
}[RecordingClient]

export const SESSION_SOURCES = Object.fromEntries(
  Object.entries(REGISTRY).flatMap(([name, entry]) =>
    'session' in entry ? [[name, entry.session]] : [],
  ),
) as unknown as Readonly<Record<RecordingClient, SessionSource>>

const recording = Object.keys(SESSION_SOURCES) as RecordingClient[]
const isLive = (name: RecordingClient): name is LiveClient => SESSION_SOURCES[name].isReadLive

export const LIVE_CLIENTS = recording.filter(isLive)
export const RECORDING_CLIENTS: readonly RecordingClient[] = [
  ...LIVE_CLIENTS,
  ...recording.filter((name) => !isLive(name)),
]
