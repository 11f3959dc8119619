import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RedisServer, skipWithoutRedis } from '@jeeves/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { passTimeIn } from '../../test/redis-time.js'
import { type RedisStoreOptions, redisStore } from './redis-store.js'
import { storeSuite } from './store.case.js'
import type { ArtifactStore } from './store.js'
import { ArtifactStoreError } from './store.js'

const key = (id: string) => ({ domain: 'prune', id })

/** Puts as soon as the store is available; until then every failure is a store error. */
async function eventually(store: ArtifactStore, id: string, value: string): Promise<void> {
  for (;;) {
    const failure = await store.put(key(id), value).catch((error: unknown) => error)
    if (failure === undefined) return
    expect(failure).toBeInstanceOf(ArtifactStoreError)
    await sleep(20)
  }
}

describe.skipIf(skipWithoutRedis)('Redis', () => {
  let server: RedisServer
  let prefixes = 0
  const opened: ArtifactStore[] = []
  const started: RedisServer[] = []
  const startServer = async (...args: string[]) => {
    const own = await RedisServer.start(...args)
    started.push(own)
    return own
  }
  const open = (options: Partial<RedisStoreOptions> = {}) => {
    // A machine under load may answer late; where that matters a test says its own limit.
    const usual = { url: server.url, prefix: `t${prefixes++}`, commandTimeoutMs: 20_000 }
    const store = redisStore({ ...usual, ...options })
    opened.push(store)
    return store
  }
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await Promise.all(started.splice(0).map((own) => own.stop()))
  })
  afterAll(() => server.stop())

  test('eight writers stay within the bound', async () => {
    const maxBytes = 500_000
    const writers = Array.from({ length: 8 }, () => open({ prefix: 'bound', maxBytes }))
    const client = new Redis(server.url)
    const seen = { most: 0, done: false }
    const weighing = (async () => {
      while (!seen.done) {
        seen.most = Math.max(seen.most, Number(await client.get('{bound}#total')))
      }
    })()
    await Promise.all(
      writers.map(async (store, w) => {
        for (let i = 0; i < 40; i++) {
          await store.put(key(`w${w}-${i}`), randomBytes(5_000).toString('hex'))
        }
      }),
    )
    seen.done = true
    await weighing
    expect(seen.most).toBeGreaterThan(maxBytes * 0.9)
    expect(seen.most).toBeLessThanOrEqual(maxBytes)
    client.disconnect()
  })

  storeSuite('Redis', {
    open: async (options) => open(options),
    pass: (ms) => (ms < 100 ? sleep(ms) : passTimeIn(server.url, ms)),
  })

  test('servers with the same prefix share what they store, others do not', async () => {
    const [one, two, apart] = [open({ prefix: 'team' }), open({ prefix: 'team' }), open()]
    await one.put(key('a'), 'shared')
    expect(await two.get(key('a'))).toBe('shared')
    expect(await apart.get(key('a'))).toBeUndefined()
  })

  test('a long text is stored compressed and an entry has a limit of its own', async () => {
    const store = open({ maxEntryBytes: 5_000 })
    await store.put(key('a'), 'a long text\n'.repeat(50_000))
    expect((await store.usage()).bytes).toBeLessThan(2_000)
    const noise = Array.from({ length: 5_000 }, (_, i) => Math.sin(i).toString(36)).join('')
    await expect(store.put(key('b'), noise)).rejects.toThrow(/over the store's 5000 for one entry/)
  })

  test('an entry that Redis dropped by itself, or that was damaged, is a miss', async () => {
    const notices: unknown[] = []
    const store = open({ prefix: 'wild', onNotice: (notice) => notices.push(notice) })
    const client = new Redis(server.url)
    await store.put(key('a'), 'x')
    await client.del('{wild}:prune/a')
    expect(await store.get(key('a'))).toBeUndefined()
    await store.put(key('b'), 'y'.repeat(3_000))
    await client.setrange('{wild}:prune/b', 80, 'damage')
    expect(await store.get(key('b'))).toBeUndefined()
    expect(await store.usage()).toMatchObject({ entries: 0, bytes: 0 })
    expect(notices).toEqual([{ event: 'store.damaged', key: { domain: 'prune', id: 'b' } }])
    client.disconnect()
  })

  test('a damaged entry is stored again with its text, however it was damaged', async () => {
    const notices: unknown[] = []
    const store = open({ prefix: 'dead', onNotice: (notice) => notices.push(notice) })
    const client = new Redis(server.url)
    const text = 'a line of a log that can be kept small\n'.repeat(100)
    for (const offset of [0, 8, 20, 30, 61, 70]) {
      await store.put(key('a'), text)
      await client.setrange('{dead}:prune/a', offset, '?')
      await store.put(key('a'), text)
      expect(await store.get(key('a')), `damaged at ${offset}`).toBe(text)
    }
    await client.set('{dead}:prune/a', 'short')
    await store.put(key('a'), text)
    expect(await store.get(key('a'))).toBe(text)
    expect(notices).toHaveLength(7)
    client.disconnect()
  })

  test('the same text lives as long as the longest time that any server gave it', async () => {
    const [hour, second] = [open({ prefix: 'ttl' }), open({ prefix: 'ttl', ttlMs: 300 })]
    await hour.put(key('a'), 'the same')
    await second.put(key('a'), 'the same')
    await second.put(key('b'), 'the same')
    await hour.put(key('b'), 'the same')
    await passTimeIn(server.url, 600)
    expect(await second.get(key('a'))).toBe('the same')
    expect(await second.get(key('b'))).toBe('the same')
  })

  test('storing the same text again does not send it again', async () => {
    const store = open({ prefix: 'same' })
    const client = new Redis(server.url)
    const received = async () =>
      Number(/total_net_input_bytes:(\d+)/.exec(await client.info('stats'))?.[1])
    const text = Array.from({ length: 20_000 }, (_, i) => Math.sin(i).toString(36)).join('')
    const start = await received()
    await store.put(key('a'), text)
    const middle = await received()
    await store.put(key('a'), text)
    const end = await received()
    expect(middle - start).toBeGreaterThan(100_000)
    expect(end - middle).toBeLessThan(10_000)
    client.disconnect()
  })

  test('a full Redis is a store error', async () => {
    const full = await startServer('--maxmemory', '100kb', '--maxmemory-policy', 'noeviction')
    const store = open({ url: full.url })
    await expect(store.put(key('a'), 'x')).rejects.toThrow(ArtifactStoreError)
  })

  test('a killed server fails calls at once, and is used again when it is back', async () => {
    const fragile = await startServer()
    const store = open({ url: fragile.url })
    await store.put(key('a'), 'before')
    await fragile.stop()
    for (let i = 0; i < 20; i++) {
      await expect(store.put(key('b'), 'x')).rejects.toBeInstanceOf(ArtifactStoreError)
      await expect(store.get(key('a'))).rejects.toBeInstanceOf(ArtifactStoreError)
    }
    await expect(store.usage()).rejects.toBeInstanceOf(ArtifactStoreError)
    await fragile.start()
    await eventually(store, 'c', 'after')
    expect(await store.get(key('c'))).toBe('after')
  })

  test('calls in flight when the server dies are all answered', async () => {
    const fragile = await startServer()
    const store = open({ url: fragile.url })
    await store.put(key('warm'), 'x')
    const calls = Array.from({ length: 200 }, (_, i) =>
      store.put(key(`k${i}`), `v${i}`.repeat(50)).catch((error: unknown) => error),
    )
    await fragile.stop()
    const failures = (await Promise.all(calls)).filter((failure) => failure !== undefined)
    expect(failures.every((failure) => failure instanceof ArtifactStoreError)).toBe(true)
  })

  test('a server that stops answering fails calls instead of holding them', async () => {
    const silent = await startServer()
    const store = open({ url: silent.url, commandTimeoutMs: 200 })
    await store.put(key('a'), 'x')
    silent.signal('SIGSTOP')
    for (let i = 0; i < 5; i++) {
      await expect(store.get(key('a'))).rejects.toBeInstanceOf(ArtifactStoreError)
    }
    silent.signal('SIGCONT')
    await eventually(store, 'b', 'again')
    expect(await store.get(key('a'))).toBe('x')
    silent.signal('SIGSTOP')
    await store.close()
    silent.signal('SIGCONT')
  })

  test('a server that was never there is a store error, and closing does not hang', async () => {
    const gone = await startServer()
    await gone.stop()
    const store = open({ url: gone.url })
    await expect(store.put(key('a'), 'x')).rejects.toThrow(/^Redis cannot answer: /)
    await store.close()
    await expect(store.get(key('a'))).rejects.toBeInstanceOf(ArtifactStoreError)
  })

  test('no error contains the password', async () => {
    const locked = await startServer('--requirepass', 'right')
    const store = open({ url: `redis://:hunter2@127.0.0.1:${locked.port}` })
    const error = await store.put(key('a'), 'x').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ArtifactStoreError)
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toContain(
      'hunter2',
    )
    expect((error as Error).cause).toBeUndefined()
    const unlocked = open({ url: `redis://:right@127.0.0.1:${locked.port}` })
    await unlocked.put(key('a'), 'x')
    expect(await unlocked.get(key('a'))).toBe('x')
  })
})
