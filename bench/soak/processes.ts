// The processes of a soak: the command as stdio server, as gateway and as service.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const COMMAND = at('../../packages/mcp-pruner/dist/index.js')
export const UPSTREAM = at('upstream.mjs')

type Env = Readonly<Record<string, string>>
// oxlint-disable-next-line typescript/no-explicit-any -- the soak judges what comes back
export type Answer = { readonly result?: any; readonly error?: any; readonly text: string }

/** A run that fails leaves none behind. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function run(command: string, args: readonly string[], env: Env = {}): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, MCP_PRUNER_LOG_LEVEL: 'error', MCP_PRUNER_LEDGER: 'off', ...env },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export const residentBytes = ({ pid }: { readonly pid?: number | undefined }): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** A process that speaks JSON-RPC over stdio. */
export class StdioPeer {
  readonly child: ChildProcess
  #nextId = 1
  readonly #waiting = new Map<number, (answer: Answer) => void>()

  constructor(args: readonly string[], env: Env) {
    this.child = run(process.execPath, [COMMAND, ...args], env)
    createInterface({ input: this.child.stdout! }).on('line', (text) => {
      const message = JSON.parse(text) as { id?: number; result?: unknown; error?: unknown }
      const resolve = this.#waiting.get(Number(message.id))
      if (message.id !== undefined) this.#waiting.delete(message.id)
      resolve?.({ result: message.result, error: message.error, text })
    })
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'soak', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    await this.request('initialize', params)
    this.child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  }

  request(method: string, params: object): Promise<Answer> {
    const id = this.#nextId++
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  call(name: string, args: object): Promise<Answer> {
    return this.request('tools/call', { name, arguments: args })
  }

  async stop(): Promise<void> {
    this.child.stdin?.end()
    await once(this.child, 'exit')
  }
}

export async function startService(env: Env): Promise<{ url: string; child: ChildProcess }> {
  const child = run(process.execPath, [COMMAND, 'serve', '--port', '0'], env)
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return { url: /http:\S+/.exec(line)?.[0] ?? '', child }
}
