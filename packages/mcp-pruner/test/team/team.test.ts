// The team's set-up as it is deployed: nginx with deploy/nginx.conf, three `serve --stateless`, one Redis, under
// load while its parts are killed, drained, added and restarted.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { RedisServer, skipWithoutRedis } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  post,
  pruneArguments,
  type RunningService,
  runService,
  sampleCode,
} from '../http/running-service.js'
import { Nginx, skipWithoutNginx } from './nginx.js'
import { call, HEADERS, type LoadReport, startLoad } from './team-load.js'

const TOKEN = 'a-token-of-many-characters'
const AUTHORIZED = { ...HEADERS, authorization: `Bearer ${TOKEN}` }
const CLIENTS = 6

describe.skipIf(skipWithoutRedis || skipWithoutNginx)('a team of servers', () => {
  let redis: RedisServer
  let nginx: Nginx
  let servers: RunningService[]
  const serve = (port = 0) =>
    runService(['--stateless', '--allow-host', 'pruner', '--port', `${port}`], {
      MCP_PRUNER_TOKEN: TOKEN,
      MCP_PRUNER_TRUSTED_PROXIES: '127.0.0.1',
      MCP_PRUNER_ID_SECRET: 'the same on all servers',
      MCP_PRUNER_STORE: redis.url,
      MCP_PRUNER_PRUNE_ID_TTL_S: '3600',
      MCP_PRUNER_DRAIN_MS: '300',
    })
  const ports = () => servers.map(({ port }) => port)

  beforeAll(async () => {
    redis = await RedisServer.durable()
    servers = await Promise.all([serve(), serve(), serve()])
    nginx = await Nginx.start(ports())
  })
  afterAll(async () => {
    await nginx?.stop()
    await Promise.all((servers ?? []).map((server) => server.stop()))
    await redis?.remove()
  })

  const until = async (report: LoadReport, isReached: () => boolean) => {
    while (!isReached()) {
      if (report.wrong.length > 0) throw new Error(report.wrong.join('\n'))
      await sleep(10)
    }
  }
  const more = (report: LoadReport, requests = 60) => {
    const goal = report.requests + requests
    return until(report, () => report.requests >= goal)
  }

  test('answers rightly and loses no id while servers are killed, drained and added, and Redis restarts', async () => {
    const load = startLoad(nginx.url, AUTHORIZED, CLIENTS)
    const { report } = load
    await more(report)

    // Killed, and replaced on the same port.
    const [killed] = servers
    await killed?.stop('SIGKILL')
    await more(report)
    servers[0] = await serve(killed?.port)
    await more(report)

    // Drained, and started again.
    const drained = servers[1]
    expect(await drained?.stop('SIGTERM')).toBe(0)
    await more(report)
    servers[1] = await serve(drained?.port)
    await more(report)

    // A fourth one.
    servers.push(await serve())
    await nginx.balance(ports())
    await more(report)

    // Redis stops and comes back with its data.
    const before = report.withoutStore
    await redis.stop()
    await until(report, () => report.withoutStore >= before + 10)
    await redis.start()
    const kept = report.acknowledged.size
    await until(report, () => report.acknowledged.size >= kept + 20)
    await load.stop()

    expect(report.wrong).toEqual([])
    expect([...report.statuses.keys()]).toEqual([200])
    const lost: string[] = []
    for (const [prune_id, text] of report.acknowledged) {
      const ranges = [{ start_line: 1, end_line: 100_000 }]
      const args = { prune_id, ranges, include_line_numbers: false }
      const params = { name: 'recover_text', arguments: args }
      const { json } = await post(`${nginx.url}/rpc`, call(params), AUTHORIZED)
      const found = json.result && JSON.parse(json.result.content[0].text).raw_text
      if (found !== text) lost.push(prune_id)
    }
    expect(lost).toEqual([])
    process.stdout.write(
      `team: ${report.requests} requests, ${report.acknowledged.size} ids, 0 lost, ${report.withoutStore} told that Redis was away\n`,
    )
  }, 240_000)

  // It gave 502s for two seconds: the balancer left out a server that was back, while the next one restarted.
  test('no request fails while all servers are restarted, one right after the other', async () => {
    const load = startLoad(nginx.url, AUTHORIZED, CLIENTS)
    const { report } = load
    await more(report)
    for (const [i, server] of servers.entries()) {
      expect(await server.stop('SIGTERM')).toBe(0)
      servers[i] = await serve(server.port)
    }
    await more(report)
    await load.stop()
    expect(report.wrong).toEqual([])
    expect([...report.statuses.keys()]).toEqual([200])
    process.stdout.write(`team: ${report.requests} requests during a rolling restart, 0 failed\n`)
  }, 240_000)

  test('a request costs as much processor time with three servers as with one', async () => {
    const rows: string[] = []
    const perRequest: number[] = []
    for (const count of [1, 2, 3]) {
      await nginx.balance(ports().slice(0, count))
      await sendMany(40)
      const before = processorMs()
      const started = performance.now()
      await sendMany(120)
      const seconds = (performance.now() - started) / 1000
      const cost = (processorMs() - before) / 120
      perRequest.push(cost)
      rows.push(`${count} servers: ${(120 / seconds).toFixed(0)} requests/s, ${cost.toFixed(1)} ms`)
    }
    process.stdout.write(`team: ${rows.join('; ')} of processor time per request\n`)
    expect(Math.max(...perRequest) / Math.min(...perRequest)).toBeLessThan(2)
  }, 240_000)

  async function sendMany(requests: number): Promise<void> {
    let left = requests
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (left > 0) {
          left -= 1
          const params = { name: 'prune_text', arguments: pruneArguments(sampleCode(60)) }
          const { status } = await post(`${nginx.url}/rpc`, call(params), AUTHORIZED)
          expect(status).toBe(200)
        }
      }),
    )
  }

  /** Of all servers together, as the system counts it: 100 ticks a second. */
  const processorMs = (): number =>
    servers.reduce((sum, { child }) => {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return sum + (Number(fields[11]) + Number(fields[12])) * 10
    }, 0)
})
