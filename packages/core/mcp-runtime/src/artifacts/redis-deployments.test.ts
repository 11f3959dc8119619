// The Redis store on more than one server: a cluster, and a master with replicas that sentinels watch.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RedisServer, skipWithoutRedis } from '@jeeves/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RedisCluster, RedisSentinels } from '../../test/redis-deployments.js'
import { passTimeIn } from '../../test/redis-time.js'
import { type RedisStoreOptions, redisStore } from './redis-store.js'
import { storeSuite } from './store.case.js'
import type { ArtifactStore } from './store.js'
import { ArtifactStoreError } from './store.js'

const key = (id: string) => ({ domain: 'prune', id })
const opened: ArtifactStore[] = []
let prefixes = 0
const open = (url: string, options: Partial<RedisStoreOptions> = {}) => {
  const store = redisStore({ url, prefix: `d${prefixes++}`, commandTimeoutMs: 5_000, ...options })
  opened.push(store)
  return store
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

/** Keeps putting during `fault` and for some puts after it; returns what was acknowledged. */
async function putThrough(
  store: ArtifactStore,
  fault: () => Promise<void>,
): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>()
  const state = { over: false, after: 0, next: 0 }
  const put = async () => {
    while (state.after < 50) {
      const id = `k${state.next++}`
      const value = `${id}:${randomBytes(200).toString('hex')}`
      const failure = await store.put(key(id), value).catch((error: unknown) => error)
      if (failure === undefined) {
        acknowledged.set(id, value)
        if (state.over) state.after += 1
      } else {
        if (!(failure instanceof ArtifactStoreError)) throw failure
        await sleep(20)
      }
    }
  }
  const putting = Promise.all([put(), put(), put(), put()])
  while (acknowledged.size < 300) await sleep(5)
  await fault()
  state.over = true
  await putting
  return acknowledged
}

async function readAll(store: ArtifactStore, expected: Map<string, string>): Promise<string[]> {
  const lost: string[] = []
  for (const [id, value] of expected) {
    for (;;) {
      const found = await store.get(key(id)).catch((error: unknown) => error)
      if (found instanceof ArtifactStoreError) await sleep(20)
      else if (found === value) break
      else {
        lost.push(id)
        break
      }
    }
  }
  return lost
}

describe.skipIf(skipWithoutRedis)('Redis Cluster of three nodes', () => {
  let cluster: RedisCluster
  beforeAll(async () => {
    cluster = await RedisCluster.start()
  })
  afterAll(() => cluster?.stop())

  storeSuite('Redis Cluster', {
    open: async (options) => open(cluster.url, options),
    pass: async (ms) => {
      if (ms < 100) return sleep(ms)
      for (const { url } of cluster.masters) await passTimeIn(url, ms)
    },
  })

  test('every node stores a part, and servers find what others stored', async () => {
    const one = open(cluster.url, { prefix: 'spread' })
    const two = open(cluster.url, { prefix: 'spread' })
    const ids = Array.from({ length: 200 }, (_, i) => `k${i}`)
    await Promise.all(ids.map((id) => one.put(key(id), `value of ${id}`)))
    const found = await Promise.all(ids.map((id) => two.get(key(id))))
    expect(found).toEqual(ids.map((id) => `value of ${id}`))
    for (const { url } of cluster.masters) {
      const client = new Redis(url)
      expect((await client.keys('{spread:*}:prune/*')).length).toBeGreaterThan(10)
      client.disconnect()
    }
  })

  test('the bound is one for all nodes, within a fifth with eight writers', async () => {
    const maxBytes = 1_000_000
    const writers = Array.from({ length: 8 }, () => open(cluster.url, { prefix: 'all', maxBytes }))
    const watcher = open(cluster.url, { prefix: 'all', maxBytes })
    const seen = { most: 0, done: false }
    const weighing = (async () => {
      while (!seen.done) seen.most = Math.max(seen.most, (await watcher.usage()).bytes)
    })()
    await Promise.all(
      writers.map(async (store, w) => {
        for (let i = 0; i < 60; i++) {
          await store.put(key(`w${w}-${i}`), randomBytes(4_000).toString('hex'))
        }
        expect(await store.get(key(`w${w}-59`))).toBeDefined()
      }),
    )
    seen.done = true
    await weighing
    expect(seen.most).toBeLessThanOrEqual(maxBytes * 1.2)
    expect(seen.most).toBeGreaterThan(maxBytes * 0.8)
  })
})

describe.skipIf(skipWithoutRedis)('failover', () => {
  const stopAndTell = (server: RedisServer | undefined) => async () => {
    await server?.stop()
  }

  test('of a cluster node loses nothing that was acknowledged', async () => {
    const cluster = await RedisCluster.start({ withReplicas: true })
    try {
      const store = open(cluster.url, { commandTimeoutMs: 1_000 })
      const acknowledged = await putThrough(store, stopAndTell(cluster.masters[0]))
      expect(await readAll(store, acknowledged)).toEqual([])
    } finally {
      await cluster.stop()
    }
  }, 120_000)

  test('of a master that sentinels watch loses nothing that was acknowledged', async () => {
    const sentinels = await RedisSentinels.start()
    try {
      const store = open(sentinels.url, { commandTimeoutMs: 1_000 })
      const acknowledged = await putThrough(store, stopAndTell(sentinels.master))
      expect(await readAll(store, acknowledged)).toEqual([])
    } finally {
      await sentinels.stop()
    }
  }, 120_000)
})
