// The store that many servers share: a Redis, a Redis Cluster, or the master that sentinels name. The bound in
// bytes is for all servers together; a `maxmemory` policy is not needed, and does no harm.
import type { Cluster, Redis } from 'ioredis'
import { assertArtifactKey } from '../refs/artifact-ref.js'
import { prepare } from './fingerprint.js'
import { pack, unpack } from './packing.js'
import { RedisConnection } from './redis-connection.js'
import { DELETE, GET, PUT, RENEW } from './redis-scripts.js'
import { RedisShards, runScript, type ScriptArgument } from './redis-shards.js'
import type { ArtifactKey, ArtifactStore, OnStoreNotice, PutOptions } from './store.js'
import { ArtifactStoreError, DEFAULT_MAX_BYTES } from './store.js'

export interface RedisStoreOptions {
  /** `redis://`, `redis+cluster://` or `redis+sentinel://`, or `rediss…`. Never part of an error or a log. */
  readonly url: string
  /** For all servers that share the prefix. Default 100 MiB. */
  readonly maxBytes?: number
  /** One entry, as stored. Default 16 MiB, or `maxBytes` if that is less. */
  readonly maxEntryBytes?: number
  /** Default 10 minutes since last stored or read. */
  readonly ttlMs?: number
  /** Default `ax`. Servers that use the same one share their artifacts. */
  readonly prefix?: string
  /** Default 400. */
  readonly commandTimeoutMs?: number
  readonly onNotice?: OnStoreNotice
}

const RENEWED = 1
const DAMAGED = 2

export function redisStore(options: RedisStoreOptions): ArtifactStore {
  const { maxBytes = DEFAULT_MAX_BYTES, ttlMs: defaultTtlMs = 600_000 } = options
  const maxEntryBytes = Math.min(options.maxEntryBytes ?? 16_777_216, maxBytes)
  const timeoutMs = options.commandTimeoutMs ?? 400
  const connection = new RedisConnection(options.url, timeoutMs)
  const shards = new RedisShards(connection, options.prefix ?? 'ax', maxBytes)
  const damaged = (key: ArtifactKey) => options.onNotice?.({ event: 'store.damaged', key })
  const script = async (text: string, key: ArtifactKey, ...args: ScriptArgument[]) =>
    connection.run((client) => runScript(client, text, shards.keysOf(key), args))

  const write = createReplicatedWrite(connection, shards, timeoutMs)

  return {
    kind: 'redis',

    async put(key: ArtifactKey, value: string, putOptions: PutOptions = {}) {
      const { ttlMs = defaultTtlMs, ifRoom = false } = putOptions
      assertArtifactKey(key)
      const prepared = prepare(value)
      const renewal = [ttlMs, prepared.digest, prepared.flags]
      const found = await write(RENEW, key, renewal, (result) => (result as number[])[1] ?? 0)
      const [state] = found as number[]
      if (state === RENEWED) return
      if (state === DAMAGED) damaged(key)
      const stored = Buffer.concat([Buffer.from(`${ttlMs}\n`), await pack(prepared)])
      if (stored.length > maxEntryBytes) {
        throw new ArtifactStoreError(
          `Artifact of ${stored.length} bytes is over the store's ${maxEntryBytes} for one entry`,
        )
      }
      if (ifRoom && !(await shards.hasRoomFor(stored.length))) return
      const { bound, afterEviction } = shards.inScript
      await write(PUT, key, [stored, ttlMs, bound, afterEviction, ifRoom ? 1 : 0], Number)
      await shards.wrote(stored.length)
    },

    async get(key: ArtifactKey) {
      assertArtifactKey(key)
      const stored = await script(GET, key)
      if (!Buffer.isBuffer(stored)) return undefined
      const text = await unpack(stored.subarray(stored.indexOf('\n') + 1))
      if (text === undefined) {
        damaged(key)
        await script(DELETE, key)
      }
      return text
    },

    async delete(key: ArtifactKey) {
      assertArtifactKey(key)
      return (await script(DELETE, key)) === 1
    },

    async usage() {
      return { ...(await shards.usage()), maxBytes }
    },

    async close() {
      connection.close()
    },
  }
}

/**
 * Runs a script that writes, and waits until a replica has the write: a server that takes over from
 * a dead one has everything that was acknowledged. `replicasOf` reads from the result how many there are.
 */
function createReplicatedWrite(
  connection: RedisConnection,
  shards: RedisShards,
  timeoutMs: number,
) {
  /** The shards, by their first book, whose last write found replicas: one of them must have the next. */
  const replicated = new Set<string>()
  const write = async (
    text: string,
    key: ArtifactKey,
    args: readonly ScriptArgument[],
    replicasOf: (result: unknown) => number,
  ): Promise<unknown> => {
    const keys = shards.keysOf(key)
    const shard = keys[1] ?? ''
    const waitFor = replicated.has(shard) ? 1 : 0
    const send = async (client: Redis | Cluster) =>
      client
        .pipeline()
        .eval(text, keys.length, ...keys, ...args)
        .wait(waitFor, Math.ceil(timeoutMs / 2))
        .exec()
    const [done, waited] = (await connection.run(send)) ?? []
    const failure = done?.[0] ?? waited?.[0]
    if (failure) throw new ArtifactStoreError(`Redis cannot answer: ${failure.message}`)
    const result = done?.[1]
    if (replicasOf(result) === 0) {
      replicated.delete(shard)
      return result
    }
    replicated.add(shard)
    // Replicas have just appeared: the write is repeated and waited for. Repeating it does no harm.
    if (waitFor === 0) return write(text, key, args, replicasOf)
    if (Number(waited?.[1]) < 1) {
      throw new ArtifactStoreError('Redis cannot answer: no replica has confirmed the write')
    }
    return result
  }
  return write
}
