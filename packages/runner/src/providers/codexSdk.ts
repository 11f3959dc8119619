// Codex through `codex exec --json`, the command itself rather than @openai/codex-sdk: the SDK pins one Codex
// version, quotes overrides its own way, and keeps the process to itself, which must be ended with all it started.

import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { besideRunner, inCurrentFolder, MissingClientError } from '../client-package.js'
import type { Environment } from '../mcpConfig.js'
import type { AgentProvider, ProviderEvent, ProviderRunOptions } from '../provider.js'
import { onAbort, type Session, startSession } from '../session.js'
import { codexOverrides } from './codex-config.js'
import { readCodexLine } from './codex-events.js'

const PACKAGE = '@openai/codex'
const SCRIPT = `${PACKAGE}/bin/codex.js`

export const codexProvider: AgentProvider = { name: 'codex', run: runCodex }

export function codexArguments({ cwd, env, mcpServers = {} }: ProviderRunOptions): string[] {
  const overrides = codexOverrides(mcpServers, env)
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--cd',
    cwd,
    ...overrides.flatMap((override) => ['--config', override]),
    '-',
  ]
}

async function* runCodex(
  prompt: string,
  options: ProviderRunOptions,
): AsyncGenerator<ProviderEvent, void> {
  const refused = yield* runOnce(prompt, options)
  if (refused === undefined) return
  for (const server of Object.keys(options.mcpServers ?? {})) {
    yield { type: 'mcp_failure', server, reason: 'unreachable', message: refused }
  }
  const { mcpServers: _, ...without } = options
  yield* runOnce(prompt, without)
}

/** Returns Codex's reason if it refused to start because a server did not. */
async function* runOnce(
  prompt: string,
  options: ProviderRunOptions,
): AsyncGenerator<ProviderEvent, string | undefined> {
  const [command, ...first] = codexCommand(options.env)
  const session = startSession(command, [...first, ...codexArguments(options)], {
    cwd: options.cwd,
    env: { ...options.env },
  })
  const { child } = session
  const ended = endOf(session)
  onAbort(options.signal, () => void session.end())
  child.stdin.end(prompt)
  let begun = false
  let problem: string | undefined
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      begun = true
      const { events, error } = readCodexLine(line)
      problem = error ?? problem
      yield* events
    }
    const end = await ended
    const words = session.lastWords()
    const refusal = /required MCP servers failed to initialize: (.*)/.exec(words)?.[1]
    if (end !== undefined && !begun && refusal !== undefined && options.mcpServers) return refusal
    yield end === undefined
      ? { type: 'result', ok: true }
      : { type: 'result', ok: false, error: problem ?? `Codex ${end}${words}` }
    return undefined
  } finally {
    await session.close()
  }
}

/** Resolves with how the process failed, or with nothing when it ended well. */
async function endOf({ child, end }: Session): Promise<string | undefined> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    // The script that npm installs starts the real program, which a killed parent would leave behind.
    await end()
    if (code === 0) return undefined
    return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`
  } catch (error) {
    return `could not be started: ${(error as Error).message}`
  }
}

function codexCommand(env: Environment): readonly [string, ...string[]] {
  const installed = besideRunner(SCRIPT)
  if (installed !== undefined) return [process.execPath, installed]
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'codex'))
    .find(isExecutable)
  if (onPath !== undefined) return [onPath]
  const local = inCurrentFolder(SCRIPT)
  if (local !== undefined) return [process.execPath, local]
  throw new MissingClientError(
    `${PACKAGE} is not installed and no codex is on PATH. Install it: npm install ${PACKAGE}`,
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
