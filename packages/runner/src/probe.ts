// Starts a stdio MCP server once, as a client would, to learn before the run whether it can serve.
// Clients say little or nothing about a server that fails to start, so this is where its reason is found.

import type { Readable, Writable } from 'node:stream'
import type { Environment } from './mcpConfig.js'
import type { McpServerConfig } from './provider.js'
import { exitWithin, onAbort, startSession } from './session.js'
import { RUNNER_VERSION } from './version.js'

export type ProbeResult =
  | { readonly kind: 'ready'; readonly tools: readonly string[] }
  | { readonly kind: 'spawn_failed' | 'start_failed'; readonly message: string }

export interface ProbeOptions {
  readonly cwd: string
  readonly env: Environment
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

/** The longest that a timer can be set to. */
const NEVER_MS = 2 ** 31 - 1
/** A server whose input has ended has this long to exit. */
const LEAVE_MS = 1_000

export async function probeServer(
  config: McpServerConfig,
  { cwd, env, limitMs, signal }: ProbeOptions,
): Promise<ProbeResult> {
  const { command, args = [] } = config
  const session = startSession(command, args, { cwd, env: { ...env, ...config.env } })
  const { child, lastWords } = session
  const stop = new AbortController()
  try {
    return await new Promise<ProbeResult>((settle) => {
      const fail = (message: string) => settle({ kind: 'start_failed', message })
      child.once('error', ({ message }) => {
        settle({ kind: 'spawn_failed', message: `${command} could not be started: ${message}` })
      })
      child.once('close', (code, killedBy) => {
        fail(`the server ended (${killedBy ?? `exit code ${code}`})${lastWords()}`)
      })
      onAbort(AbortSignal.timeout(limitMs), () => {
        fail(`the server did not answer within ${limitMs} ms${lastWords()}`)
      })
      onAbort(signal, () => fail('the run was cancelled'))
      listTools(child.stdin, child.stdout, stop.signal).then(
        (tools) =>
          tools.length > 0 ? settle({ kind: 'ready', tools }) : fail('the server lists no tools'),
        (error: Error) => fail(error.message),
      )
    })
  } finally {
    // A server that was gone before the client was loaded leaves a question open, and its clock would hold
    // the process.
    stop.abort()
    child.stdin.end()
    await exitWithin(child, LEAVE_MS)
    await session.close()
  }
}

/** Settles only on an answer: the caller watches the clock and the process. */
async function listTools(
  input: Writable,
  output: Readable,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // Loaded here, since a run whose server has just been probed does without it.
  const { Client } = await import('@modelcontextprotocol/client')
  const { StreamTransport } = await import('./stream-transport.js')
  const client = new Client({ name: 'jeeves-runner', version: RUNNER_VERSION })
  const options = { timeout: NEVER_MS, signal }
  await client.connect(new StreamTransport(input, output), options).catch(refused('initialize'))
  const { tools } = await client.listTools({}, options).catch(refused('tools/list'))
  return tools.map(({ name }) => name)
}

/** That the connection closed is not an answer: the end of the process says more, and comes next. */
const refused = (method: string) => (error: Error & { readonly code?: unknown }) => {
  if (error.code === 'CONNECTION_CLOSED') return new Promise<never>(() => {})
  throw new Error(`the server refused ${method}: ${error.message}`)
}
