// How entries are distributed over a cluster. A script may touch keys of one slot only, so entries are assigned to a
// number of shards, each with its own books in its own slot, and the bound over all of them is enforced from
// outside: each server sums up the shards when it has written enough to matter.
import { createHash } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import type { RedisConnection } from './redis-connection.js'
import { EVICT, OLDEST, USAGE } from './redis-scripts.js'
import { AFTER_EVICTION, type ArtifactKey } from './store.js'

/** Fixed: servers that disagree would not find each other's entries. Enough to balance a few nodes. */
const CLUSTER_SHARDS = 16
const BOOKS = ['uses', 'expiries', 'sizes', 'total'] as const
/** Eight servers that each write this share of the bound unnoticed exceed it by a tenth. */
const UNSEEN_SHARE = 1 / 80
/** Not every put has to make room. */
const SHARED_TARGET = 0.95
const OLDEST_AT_ONCE = 64
const MAX_UNSEEN_MS = 2_000

export type ScriptArgument = string | number | Buffer

export class RedisShards {
  readonly #connection: RedisConnection
  readonly #tags: readonly string[]
  readonly #maxBytes: number
  #knownBytes = Number.POSITIVE_INFINITY
  #unseenBytes = 0
  #addedUpAt = 0
  #holding: Promise<void> = Promise.resolve()

  constructor(connection: RedisConnection, prefix: string, maxBytes: number) {
    this.#connection = connection
    this.#maxBytes = maxBytes
    this.#tags = connection.isCluster
      ? Array.from({ length: CLUSTER_SHARDS }, (_, shard) => `${prefix}:${shard}`)
      : [prefix]
  }

  /** The bound that a script can enforce by itself, -1 when it sees only a part; and its target when it evicts. */
  get inScript(): { readonly bound: number; readonly afterEviction: number } {
    const bound = this.#tags.length === 1 ? this.#maxBytes : -1
    return { bound, afterEviction: Math.floor(this.#maxBytes * AFTER_EVICTION) }
  }

  /** Of all shards together; a script that sees everything decides by itself. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    if (this.#tags.length === 1) return true
    const isFresh = performance.now() - this.#addedUpAt < MAX_UNSEEN_MS
    if (isFresh && this.#knownBytes + bytes <= this.#maxBytes) return true
    return (await this.#addUp()) + bytes <= this.#maxBytes
  }

  /** The entry's key, and after it those of its shard's books. */
  keysOf({ domain, id }: ArtifactKey): readonly string[] {
    const name = `${domain}/${id}`
    const byte = createHash('sha256').update(name).digest().readUInt8(0)
    const tag = this.#tags[byte % this.#tags.length] ?? ''
    return [`{${tag}}:${name}`, ...booksOf(tag)]
  }

  async usage(): Promise<{ entries: number; bytes: number }> {
    const shards = await Promise.all(this.#tags.map((tag) => this.#script(USAGE, tag)))
    let [entries, bytes] = [0, 0]
    for (const [shardEntries = 0, shardBytes = 0] of shards as number[][]) {
      entries += shardEntries
      bytes += shardBytes
    }
    return { entries, bytes }
  }

  /** After a put: makes room if the shards together are over the bound. */
  async wrote(bytes: number): Promise<void> {
    if (this.#tags.length === 1) return
    this.#knownBytes += bytes
    this.#unseenBytes += bytes
    const isFresh = performance.now() - this.#addedUpAt < MAX_UNSEEN_MS
    const isLittle = this.#unseenBytes < this.#maxBytes * UNSEEN_SHARE
    if (this.#knownBytes <= this.#maxBytes && isFresh && isLittle) return
    // One at a time: several at once would each drop the same excess.
    this.#holding = this.#holding.catch(() => undefined).then(() => this.#hold())
    await this.#holding
  }

  async #addUp(): Promise<number> {
    this.#unseenBytes = 0
    this.#addedUpAt = performance.now()
    const { bytes } = await this.usage()
    this.#knownBytes = bytes
    return bytes
  }

  async #hold(): Promise<void> {
    let bytes = await this.#addUp()
    if (bytes > this.#maxBytes) {
      const target = this.#maxBytes * SHARED_TARGET
      while (bytes > target) {
        const cutoff = await this.#cutoff(bytes - target)
        if (cutoff === undefined) break
        await Promise.all(this.#tags.map((tag) => this.#script(EVICT, tag, cutoff)))
        bytes = (await this.usage()).bytes
      }
    }
    this.#knownBytes = bytes
  }

  /** The last-use time up to which entries must go to free that much, as far as one look shows. */
  async #cutoff(excess: number): Promise<string | undefined> {
    const lists = await Promise.all(
      this.#tags.map((tag) => this.#script(OLDEST, tag, OLDEST_AT_ONCE)),
    )
    const oldest = (lists as (Buffer | string)[][])
      .flatMap((list) => pairs(list.map(String)))
      .sort((a, b) => a.usedAt - b.usedAt)
    // Beyond the last entry that a shard listed, it may have older ones than what comes next.
    let freed = 0
    let cutoff: string | undefined
    for (const { usedAt, bytes } of oldest.slice(0, OLDEST_AT_ONCE)) {
      cutoff = `${usedAt}`
      freed += bytes
      if (freed >= excess) break
    }
    return cutoff
  }

  #script(text: string, tag: string, ...args: ScriptArgument[]): Promise<unknown> {
    const keys = [`{${tag}}:`, ...booksOf(tag)]
    return this.#connection.run((client) => runScript(client, text, keys, args))
  }
}

export const runScript = (
  client: Redis | Cluster,
  text: string,
  keys: readonly string[],
  args: readonly ScriptArgument[],
): Promise<unknown> => client.callBuffer('eval', text, keys.length, ...keys, ...args)

const booksOf = (tag: string): string[] => BOOKS.map((name) => `{${tag}}#${name}`)

function pairs(list: readonly string[]): { usedAt: number; bytes: number }[] {
  const found: { usedAt: number; bytes: number }[] = []
  for (let i = 0; i + 1 < list.length; i += 2) {
    found.push({ usedAt: Number(list[i]), bytes: Number(list[i + 1]) })
  }
  return found
}
