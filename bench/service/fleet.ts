// What one core serves, and the memory per text in Redis: processor time per request and Redis's own count of its memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { load } from './load.js'
import { codeOf, pruneRequest } from './texts.js'

const CLIENTS = 8

export async function fleetTable(
  requests: number,
  cpuSeconds: (url: string) => Promise<number>,
): Promise<void> {
  const port = await freePort()
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawn('redis-server', options, { stdio: 'ignore' })
  process.once('exit', () => redis.kill('SIGKILL'))
  while ((await infoOf(port, 'used_memory').catch(() => undefined)) === undefined) await sleep(20)
  const service = await startService({
    MCP_PRUNER_STORE: `redis://127.0.0.1:${port}`,
    MCP_PRUNER_ID_SECRET: 'of the benchmark',
    MCP_PRUNER_STORE_MAX_BYTES: '4000000000',
  })
  const rows = []
  let sent = 0
  for (const lines of [60, 200, 1000]) {
    const body = () => pruneRequest(codeOf(lines, sent), sent++)
    await load(`${service.url}/rpc`, { clients: CLIENTS, requests: requests / 4, body })
    const before = { cpu: await cpuSeconds(service.url), held: await infoOf(port, 'used_memory') }
    const redisBefore = await redisCpu(port)
    const run = await load(`${service.url}/rpc`, { clients: CLIENTS, requests, body })
    const cpuMs = (((await cpuSeconds(service.url)) - before.cpu) * 1000) / run.requests
    const redisMs = (((await redisCpu(port)) - redisBefore) * 1000) / run.requests
    const bytes = ((await infoOf(port, 'used_memory')) - before.held) / run.requests
    const characters = codeOf(lines, sent).length
    rows.push({
      lines,
      characters,
      'CPU ms a request': cpuMs.toFixed(2),
      'requests a second and core': (1000 / cpuMs).toFixed(0),
      'Redis CPU ms': redisMs.toFixed(3),
      'bytes in Redis': bytes.toFixed(0),
      'GB per million texts': (bytes / 1000).toFixed(1),
      failed: run.failed,
    })
  }
  printTable(rows)
  await service.stop()
  redis.kill('SIGTERM')
  await once(redis, 'exit')
}

const redisCpu = async (port: number): Promise<number> =>
  (await infoOf(port, 'used_cpu_user')) + (await infoOf(port, 'used_cpu_sys'))

async function infoOf(port: number, field: string): Promise<number> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    socket.write('INFO\r\n')
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) {
      text += chunk
      const found = new RegExp(`^${field}:(\\S+)`, 'm').exec(text)
      if (found) return Number(found[1])
    }
    throw new Error(`Redis did not say ${field}`)
  } finally {
    socket.destroy()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
