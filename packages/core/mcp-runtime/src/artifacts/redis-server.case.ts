// A real redis-server of its own for a test: started on a free port, ended by its process.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** Skips loudly on a machine without Redis, unless the run demands it. */
export const skipWithoutRedis = (() => {
  if (hasRedis || process.env['REQUIRE_REDIS'] === '1') return false
  process.stderr.write('SKIPPED: redis-server is not installed, the Redis store is not tested\n')
  return true
})()

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

export class RedisServer {
  readonly port: number
  readonly #args: readonly string[]
  #process: ChildProcess | undefined

  private constructor(port: number, args: readonly string[]) {
    this.port = port
    this.#args = args
  }

  static async start(...args: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args)
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const options = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', ...this.#args]
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#process = child
    for await (const chunk of child.stdout) {
      if (String(chunk).includes('Ready to accept connections')) break
    }
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(name)
  }

  async stop(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
