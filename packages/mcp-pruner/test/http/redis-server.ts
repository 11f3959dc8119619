// A real Redis that keeps what it was told even when it is killed: every write is on disk first.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const isInstalled = spawnSync('redis-server', ['--version']).status === 0
/** Without Redis the suites are skipped, loudly, unless the run demands it. */
export const withoutRedis = !isInstalled && process.env.REQUIRE_REDIS !== '1'
if (withoutRedis) process.stderr.write('SKIPPED: no redis-server, shared stores are not tested\n')

export interface RunningRedis {
  readonly url: string
  kill(): Promise<void>
  /** On the same port, with what was written before. */
  restart(): Promise<void>
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

export async function runRedis(): Promise<RunningRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'service-redis-'))
  const port = await freePort()
  let child = await start(port, folder)
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      child = await start(port, folder)
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function start(port: number, folder: string): Promise<ChildProcess> {
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder]
  const child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', ...durable], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready to accept connections')) break
  }
  child.stdout.resume()
  return child
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
