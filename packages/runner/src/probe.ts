// Starts a stdio MCP server once, as a client would, to learn before the run whether it can serve.
// Clients say little or nothing about a server that fails to start, so this is where its reason is found.

import { createInterface } from 'node:readline'
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

/** A server whose input has ended has this long to leave by itself. */
const LEAVE_MS = 1_000

export async function probeServer(
  config: McpServerConfig,
  { cwd, env, limitMs, signal }: ProbeOptions,
): Promise<ProbeResult> {
  const { command, args = [] } = config
  const session = startSession(command, args, { cwd, env: { ...env, ...config.env } })
  const { child, lastWords } = session
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
      listTools(child.stdin, child.stdout).then(
        (tools) =>
          tools.length > 0 ? settle({ kind: 'ready', tools }) : fail('the server lists no tools'),
        (error: Error) => fail(error.message),
      )
    })
  } finally {
    child.stdin.end()
    await exitWithin(child, LEAVE_MS)
    await session.close()
  }
}

/** Settles only on an answer: the caller watches the clock and the process. */
async function listTools(input: Writable, output: Readable): Promise<readonly string[]> {
  const call = jsonRpc(input, output)
  await call('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'jeeves-runner', version: RUNNER_VERSION },
  })
  input.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const { tools } = (await call('tools/list', {})) as { tools?: unknown }
  if (!Array.isArray(tools)) throw new Error('the server answered tools/list without a list')
  return tools.map(({ name }: { name: string }) => name)
}

interface Answer {
  readonly id?: unknown
  readonly result?: object
  readonly error?: { readonly message?: string }
}

function jsonRpc(input: Writable, output: Readable) {
  const waiting = new Map<unknown, (answer: Answer) => void>()
  createInterface({ input: output }).on('line', (line) => {
    const answer = parse(line)
    waiting.get(answer?.id)?.(answer as Answer)
  })
  let id = 0
  return async (method: string, params: object): Promise<object> => {
    id += 1
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const { result, error } = await answered
    if (result) return result
    throw new Error(`the server refused ${method}: ${error?.message ?? 'no reason given'}`)
  }
}

function parse(line: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
