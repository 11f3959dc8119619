// Starts the installed copy as a client would, with little more than HOME and PATH, and lists its tools.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { InstallPlace } from '../../clients/agent-client.js'
import { createLineReader } from '../../rpc/line-reader.js'
import { bad, type Finding, ok } from './finding.js'

const LIMIT_MS = 10_000
const PROTOCOL_VERSION = '2025-11-25'

export async function checkServer({ node, entry, env, home }: InstallPlace): Promise<Finding[]> {
  if (!existsSync(entry)) return []
  const started = performance.now()
  const child = spawn(node, [entry], {
    cwd: home,
    env: {
      PATH: env.PATH,
      HOME: home,
      ...pick(env, ['XDG_CACHE_HOME']),
      // No model pays for this tool list.
      MCP_PRUNER_LEDGER: 'off',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000)
  })
  const answers = new Promise<unknown>((resolve) => {
    const lines = createLineReader(
      (line) => {
        if (line.includes('"id":2')) resolve(JSON.parse(line))
      },
      () => resolve(undefined),
    )
    child.stdout.on('data', lines.push)
    child.once('error', () => resolve(undefined))
    child.once('exit', () => resolve(undefined))
    setTimeout(() => resolve(undefined), LIMIT_MS).unref()
  })
  child.stdin.on('error', () => {})
  child.stdin.write(
    [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: PROTOCOL_VERSION,
          capabilities: {},
          clientInfo: { name: 'mcp-pruner-doctor', version: '0' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ]
      .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      .join(''),
  )
  const answer = await answers
  const ms = Math.round(performance.now() - started)
  await end(child)
  const tools = toolNames(answer)
  if (tools.length > 0) return [ok('server', `answers in ${ms} ms with ${tools.join(', ')}`)]
  const why = /"message":"([^"]*)"/.exec(complaint)?.[1] ?? 'no answer'
  return [bad('server', `it does not start: ${why}`, 'mcp-pruner install')]
}

/** Waited for: until it has ended it may write to its folders. */
async function end(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null
  if (!isRunning) return
  const ended = once(child, 'exit')
  child.kill()
  const late = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  await ended
  clearTimeout(late)
}

const pick = (env: InstallPlace['env'], names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

function toolNames(answer: unknown): string[] {
  const tools = (answer as { result?: { tools?: { name: string }[] } } | undefined)?.result?.tools
  return (tools ?? []).map(({ name }) => name)
}
