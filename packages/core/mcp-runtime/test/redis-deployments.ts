// Real deployments of several redis-servers for a test: a cluster, and a master with sentinels. Each
// server has its own folder and is ended by its process id.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, RedisServer } from '@jeeves/testing'
import { Redis } from 'ioredis'

const SLOTS = 16_384

export class RedisCluster {
  readonly masters: readonly RedisServer[]
  readonly replicas: readonly RedisServer[]

  private constructor(servers: readonly RedisServer[], masters: number) {
    this.masters = servers.slice(0, masters)
    this.replicas = servers.slice(masters)
  }

  /** Three masters that share the slots, each with a replica if requested. */
  static async start({ withReplicas = false } = {}): Promise<RedisCluster> {
    const count = withReplicas ? 6 : 3
    const servers: RedisServer[] = []
    for (let i = 0; i < count; i++) servers.push(await startNode())
    const cluster = new RedisCluster(servers, 3)
    try {
      await cluster.#join()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  get url(): string {
    const hosts = [...this.masters, ...this.replicas].map(({ port }) => `127.0.0.1:${port}`)
    return `redis+cluster://${hosts.join(',')}`
  }

  async stop(): Promise<void> {
    await Promise.all([...this.masters, ...this.replicas].map((server) => server.remove()))
  }

  async #join(): Promise<void> {
    const [first] = this.masters
    const meet = ['MEET', '127.0.0.1', `${first?.port}`, `${first && busPorts.get(first)}`]
    const clients = [...this.masters, ...this.replicas].map(({ url }) => new Redis(url))
    try {
      for (const [i, client] of clients.entries()) {
        await client.call('CLUSTER', ...meet)
        if (i >= 3) continue
        const from = Math.floor((SLOTS / 3) * i)
        const to = Math.floor((SLOTS / 3) * (i + 1)) - 1
        await client.call('CLUSTER', 'ADDSLOTSRANGE', from, i === 2 ? SLOTS - 1 : to)
      }
      for (const [i, client] of clients.entries()) {
        const id = i < 3 ? undefined : String(await clients[i - 3]?.call('CLUSTER', 'MYID'))
        if (id !== undefined) await until(() => client.call('CLUSTER', 'REPLICATE', id))
      }
      for (const client of clients) {
        await until(async () => {
          const info = String(await client.call('CLUSTER', 'INFO'))
          if (!info.includes('cluster_state:ok')) throw new Error(info)
          if (!info.includes(`cluster_known_nodes:${clients.length}`)) throw new Error(info)
        })
      }
      for (const [i] of this.replicas.entries()) await until(() => isReplicated(clients[i]))
    } finally {
      for (const client of clients) client.disconnect()
    }
  }
}

async function startNode(): Promise<RedisServer> {
  const busPort = await freePort()
  const options = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': '1500',
    'cluster-port': `${busPort}`,
    'repl-diskless-sync-delay': '0',
  }
  const server = await RedisServer.start(
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  )
  busPorts.set(server, busPort)
  return server
}

/** By default the bus listens 10,000 above, which may not be a valid port. */
const busPorts = new WeakMap<RedisServer, number>()

/** A master, two replicas and three sentinels. */
export class RedisSentinels {
  readonly master: RedisServer
  readonly #servers: readonly RedisServer[]
  readonly #sentinels: readonly RedisServer[]
  readonly #folder: string

  private constructor(folder: string, servers: RedisServer[], sentinels: RedisServer[]) {
    const [master] = servers
    if (master === undefined) throw new Error('no master')
    this.master = master
    this.#folder = folder
    this.#servers = servers
    this.#sentinels = sentinels
  }

  static async start(): Promise<RedisSentinels> {
    const folder = await mkdtemp(join(tmpdir(), 'ax-sentinel-'))
    const master = await RedisServer.start('--repl-diskless-sync-delay', '0')
    const servers = [master]
    const follow = ['--replicaof', '127.0.0.1', `${master.port}`]
    for (let i = 0; i < 2; i++) servers.push(await RedisServer.start(...follow))
    const client = new Redis(master.url)
    await until(() => isReplicated(client, 2))
    client.disconnect()
    const sentinels: RedisServer[] = []
    for (let i = 0; i < 3; i++) {
      const file = join(folder, `sentinel${i}.conf`)
      const lines = [
        `sentinel monitor main 127.0.0.1 ${master.port} 2`,
        'sentinel down-after-milliseconds main 1000',
        'sentinel failover-timeout main 5000',
      ]
      await writeFile(file, `${lines.join('\n')}\n`)
      sentinels.push(await RedisServer.startSentinel(file))
    }
    const started = new RedisSentinels(folder, servers, sentinels)
    for (const { url } of sentinels) {
      const sentinel = new Redis(url)
      // They find each other and the replicas through the master.
      await until(async () => {
        const others = (await sentinel.call('SENTINEL', 'SENTINELS', 'main')) as unknown[]
        const replicas = (await sentinel.call('SENTINEL', 'REPLICAS', 'main')) as unknown[]
        if (others.length < 2 || replicas.length < 2) throw new Error('not all are known yet')
      })
      sentinel.disconnect()
    }
    return started
  }

  get url(): string {
    const hosts = this.#sentinels.map(({ port }) => `127.0.0.1:${port}`)
    return `redis+sentinel://${hosts.join(',')}/main`
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#sentinels, ...this.#servers].map((server) => server.remove()))
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function isReplicated(client: Redis | undefined, replicas = 1): Promise<void> {
  const info = String(await client?.info('replication'))
  const online = info.match(/state=online/g)?.length ?? 0
  if (online < replicas) throw new Error(info)
}

/** Retries until it does not throw, for up to a minute. */
async function until(attempt: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + 60_000
  for (;;) {
    try {
      await attempt()
      return
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(50)
    }
  }
}
