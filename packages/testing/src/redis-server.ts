// A real redis-server of its own for a test: started on a free port, ended by its process.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.js'
import { makeRunFolder, removeTree } from './temporary-tree.js'

/** Skips loudly on a machine without Redis, unless the run demands it. */
export const skipWithoutRedis = (() => {
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0
  if (isInstalled || process.env['REQUIRE_REDIS'] === '1') return false
  process.stderr.write('SKIPPED: redis-server is not installed, shared stores are not tested\n')
  return true
})()

/** Every write is on disk before it is acknowledged, so that a killed server has it after a restart. */
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always']

export class RedisServer {
  readonly port: number
  readonly #args: readonly string[]
  readonly #folder = makeRunFolder()
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

  /** One that keeps acknowledged writes after a kill. */
  static durable(): Promise<RedisServer> {
    return RedisServer.start(...DURABLE)
  }

  /** A sentinel with this configuration file, which it rewrites itself. */
  static async startSentinel(file: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), [file, '--sentinel'])
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** On the same port, in the same folder. */
  async start(): Promise<void> {
    const isSentinel = this.#args.includes('--sentinel')
    const own = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.#folder]
    const options = isSentinel ? [...this.#args, ...own] : [...own, '--save', '', ...this.#args]
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#process = child
    let seen = ''
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      seen += String(chunk)
      if (seen.includes(isSentinel ? 'Sentinel ID is' : 'Ready to accept connections')) break
    }
    child.stdout.resume()
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

  async remove(): Promise<void> {
    await this.stop()
    removeTree(this.#folder)
  }
}
