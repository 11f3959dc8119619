// The store that many servers share. The bound in bytes is kept by Redis itself, over all servers, with
// a running sum beside the entries; a `maxmemory` policy is not needed, and does no harm.
import { holds, PACKED_HEADER_BYTES, pack, prepare, unpack } from './packing.js'
import { RedisConnection } from './redis-connection.js'
import { DELETE, GET, PUT, RENEW, USAGE } from './redis-scripts.js'
import { assertArtifactKey } from './ref.js'
import type { ArtifactKey, ArtifactStore, PutOptions } from './store.js'
import { ArtifactStoreError } from './store.js'

export interface RedisStoreOptions {
  /** `redis://` or `rediss://`. It is never part of an error or a log. */
  readonly url: string
  /** For all servers that share the prefix. Default 256 MiB. */
  readonly maxBytes?: number
  /** One entry, as stored. Default 16 MiB, or `maxBytes` if that is less. */
  readonly maxEntryBytes?: number
  /** Default 10 minutes since last stored or read. */
  readonly ttlMs?: number
  /** Default `ax`. Servers that use the same one share their artifacts. */
  readonly prefix?: string
  /** Default 400. */
  readonly commandTimeoutMs?: number
}

/** The time to live, a newline, and the packed text. */
const LONGEST_TTL_LINE = 20

export function redisStore(options: RedisStoreOptions): ArtifactStore {
  const { maxBytes = 268_435_456, ttlMs: defaultTtlMs = 600_000, prefix = 'ax' } = options
  const maxEntryBytes = Math.min(options.maxEntryBytes ?? 16_777_216, maxBytes)
  const connection = new RedisConnection(options.url, options.commandTimeoutMs ?? 400)
  // One hash tag: a cluster keeps the entries and their books on one node, as the scripts need.
  const books = ['uses', 'expiries', 'sizes', 'total'].map((name) => `{${prefix}}#${name}`)
  const nameOf = ({ domain, id }: ArtifactKey) => `{${prefix}}:${domain}/${id}`

  const script = async (text: string, name: string, ...args: (string | number | Buffer)[]) =>
    connection.run((client) => client.callBuffer('EVAL', text, 5, name, ...books, ...args))

  return {
    kind: 'redis',

    async put(key: ArtifactKey, value: string, { ttlMs = defaultTtlMs }: PutOptions = {}) {
      assertArtifactKey(key)
      const name = nameOf(key)
      const prepared = prepare(value)
      const ttlLine = Buffer.from(`${ttlMs}\n`)
      const head = await connection.run((client) =>
        client.getrangeBuffer(name, 0, LONGEST_TTL_LINE + PACKED_HEADER_BYTES),
      )
      const sameText =
        head.subarray(0, ttlLine.length).equals(ttlLine) &&
        holds(head.subarray(ttlLine.length), prepared)
      if (sameText && (await script(RENEW, name, ttlMs)) === 1) return
      const stored = Buffer.concat([ttlLine, await pack(prepared)])
      if (stored.length > maxEntryBytes) {
        throw new ArtifactStoreError(
          `Artifact of ${stored.length} bytes is over the store's ${maxEntryBytes} for one entry`,
        )
      }
      await script(PUT, name, stored, ttlMs, maxBytes)
    },

    async get(key: ArtifactKey) {
      assertArtifactKey(key)
      const stored = await script(GET, nameOf(key))
      if (!Buffer.isBuffer(stored)) return undefined
      const text = await unpack(stored.subarray(stored.indexOf('\n') + 1))
      if (text === undefined) await script(DELETE, nameOf(key))
      return text
    },

    async delete(key: ArtifactKey) {
      assertArtifactKey(key)
      return (await script(DELETE, nameOf(key))) === 1
    },

    async usage() {
      const [entries = 0, bytes = 0] = (await script(USAGE, books[0] ?? '')) as number[]
      return { entries, bytes, maxBytes }
    },

    async close() {
      connection.close()
    },
  }
}
