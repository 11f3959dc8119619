// A cache bounded by bytes and by entries. Reads and writes take constant time under every policy:
// nothing is sorted or scanned, save by the clean-up of expired entries.
import {
  type CacheGetResult,
  type CacheSetOptionsInput,
  type MCPCacheConfig,
  type MCPCacheConfigInput,
  MCPCacheConfigSchema,
  type MCPCacheStats,
  resolveConfig,
} from '@jeeves/contracts'
import type { Clock } from '../types.js'
import { checkTtl, measureEntry, RANK_COUNT, rankOf } from './admission.js'
import { startCleanupTimer } from './cleanup-timer.js'
import { CacheNode, expiryOf } from './entry.js'
import { createEvictionOrder, type EvictionOrder } from './eviction.js'
import { pressureLevel } from './pressure.js'
import { estimateSize, stringBytes } from './size-estimator.js'

export interface CacheDependencies<V> {
  readonly now?: Clock
  /** Bytes of a value; those of the key are added to it. */
  readonly sizeOf?: (value: V) => number
}

export class MCPCache<V = unknown> {
  readonly config: Readonly<MCPCacheConfig>
  readonly #nodes = new Map<string, CacheNode<V>>()
  /** One for each priority, the lowest first. */
  readonly #orders: readonly EvictionOrder<V>[]
  readonly #clock: Clock
  /** Internal times are relative to this. */
  readonly #madeAt: number
  readonly #sizeOf: (value: V) => number
  readonly #highBytes: number
  readonly #lowBytes: number
  #bytes = 0
  #hits = 0
  #misses = 0
  #evictions = 0
  #lastCleanupAt: number | undefined
  /** No entry expires before. */
  #soonestExpiry = Number.POSITIVE_INFINITY
  #stopTimer: (() => void) | undefined

  constructor(config: MCPCacheConfigInput = {}, dependencies: CacheDependencies<V> = {}) {
    this.config = resolveConfig('cache', MCPCacheConfigSchema, config)
    const { evictionPolicy, maxSizeBytes, highWaterMark, lowWaterMark } = this.config
    this.#clock = dependencies.now ?? Date.now
    this.#madeAt = this.#clock()
    this.#sizeOf = dependencies.sizeOf ?? estimateSize
    this.#orders = Array.from({ length: RANK_COUNT }, () => createEvictionOrder<V>(evictionPolicy))
    this.#highBytes = maxSizeBytes * highWaterMark
    this.#lowBytes = maxSizeBytes * Math.min(lowWaterMark, highWaterMark)
  }

  /** Entries in the cache, including expired ones that were not yet cleaned up. */
  get size(): number {
    return this.#nodes.size
  }

  get(key: string): V | undefined {
    return this.#read(key)?.value
  }

  /** Like `get`, for callers that must distinguish a miss from a stored `undefined`, or want the figures. */
  lookup(key: string): CacheGetResult {
    const node = this.#read(key)
    if (node === undefined) return { hit: false }
    const { value, sizeBytes, accessCount, ttlMs } = node
    const createdAt = this.#madeAt + node.createdAt
    const lastAccessedAt = this.#madeAt + node.lastAccessedAt
    return {
      hit: true,
      value,
      entry: { key, value, sizeBytes, createdAt, lastAccessedAt, accessCount, ttlMs },
    }
  }

  /** Does not count as an access. */
  has(key: string): boolean {
    const node = this.#nodes.get(key)
    return node !== undefined && !node.isExpired(this.#now())
  }

  /** Whether a new entry would fit without another one being evicted. */
  hasRoomFor(key: string, value: V): boolean {
    const bytes = Math.ceil(this.#sizeOf(value)) + stringBytes(key)
    // A store that is full is asked again and again, and looking at all its entries is for when one may have expired.
    if (!this.#fits(bytes) && this.#now() >= this.#soonestExpiry) this.cleanup()
    return this.#fits(bytes)
  }

  #fits(bytes: number): boolean {
    return this.#bytes + bytes <= this.#highBytes && this.#nodes.size < this.config.maxEntries
  }

  /** Throws `CacheError`, having changed nothing: an older value under the same key stays. */
  set(key: string, value: V, options?: CacheSetOptionsInput): void {
    const rank = rankOf(key, options?.priority)
    const ttlMs = checkTtl(key, options?.ttlMs ?? this.config.defaultTtlMs)
    const sizeBytes = measureEntry(key, this.#sizeOf(value), this.config.maxSizeBytes)
    const now = this.#now()

    this.#soonestExpiry = Math.min(this.#soonestExpiry, expiryOf(now, ttlMs))
    const known = this.#nodes.get(key)
    if (known !== undefined && known.rank === rank && !known.isExpired(now)) {
      this.#makeRoom(sizeBytes - known.sizeBytes, 0, known)
      this.#bytes += sizeBytes - known.sizeBytes
      known.renew(value, sizeBytes, ttlMs, now)
      this.#orderOf(known).replace(known)
      return
    }
    if (known !== undefined) this.#remove(known)
    this.#makeRoom(sizeBytes, 1, undefined)
    const node = new CacheNode(key, rank, value, sizeBytes, ttlMs, now)
    this.#nodes.set(key, node)
    this.#bytes += sizeBytes
    this.#orderOf(node).insert(node)
    this.#stopTimer ??= startCleanupTimer(this, this.config.cleanupIntervalMs)
  }

  /** Returns whether there was something to delete. */
  delete(key: string): boolean {
    const node = this.#nodes.get(key)
    if (node === undefined) return false
    this.#remove(node)
    return !node.isExpired(this.#now())
  }

  /** Empties the cache and stops its timer. Counters stay, and it can be filled again. */
  clear(): void {
    for (const node of this.#nodes.values()) this.#remove(node)
    this.#stop()
  }

  /** Removes expired entries and returns how many. Runs by itself every `cleanupIntervalMs`. */
  cleanup(): number {
    const now = this.#now()
    const before = this.#nodes.size
    let soonest = Number.POSITIVE_INFINITY
    for (const node of this.#nodes.values()) {
      if (node.isExpired(now)) this.#remove(node)
      else soonest = Math.min(soonest, node.expiresAt)
    }
    this.#soonestExpiry = soonest
    this.#lastCleanupAt = this.#madeAt + now
    if (this.#nodes.size === 0) this.#stop()
    return before - this.#nodes.size
  }

  stats(): MCPCacheStats {
    const reads = this.#hits + this.#misses
    return {
      entryCount: this.#nodes.size,
      currentSizeBytes: this.#bytes,
      maxSizeBytes: this.config.maxSizeBytes,
      hitCount: this.#hits,
      missCount: this.#misses,
      hitRate: reads === 0 ? 0 : this.#hits / reads,
      evictionCount: this.#evictions,
      ...(this.#lastCleanupAt !== undefined && { lastCleanupAt: this.#lastCleanupAt }),
      pressureLevel: pressureLevel(this.#bytes, this.config),
    }
  }

  #read(key: string): CacheNode<V> | undefined {
    const node = this.#nodes.get(key)
    const now = this.#now()
    if (node !== undefined && !node.isExpired(now)) {
      this.#hits++
      node.lastAccessedAt = now
      node.accessCount++
      this.#orderOf(node).access(node)
      return node
    }
    if (node !== undefined) this.#remove(node)
    this.#misses++
    return undefined
  }

  /** Above the high mark eviction continues down to the low one, so that it is not due again at once. */
  #makeRoom(bytes: number, entries: number, except: CacheNode<V> | undefined): void {
    const maxBytes = this.#bytes + bytes > this.#highBytes ? this.#lowBytes : this.#highBytes
    const { maxEntries } = this.config
    while (this.#bytes + bytes > maxBytes || this.#nodes.size + entries > maxEntries) {
      const victim = this.#victim(except)
      if (victim === undefined) return
      this.#remove(victim)
      this.#evictions++
    }
  }

  #victim(except: CacheNode<V> | undefined): CacheNode<V> | undefined {
    for (const order of this.#orders) {
      const victim = order.victim(except)
      if (victim !== undefined) return victim
    }
    return undefined
  }

  #remove(node: CacheNode<V>): void {
    this.#nodes.delete(node.key)
    this.#bytes -= node.sizeBytes
    this.#orderOf(node).remove(node)
  }

  #now(): number {
    return this.#clock() - this.#madeAt
  }

  #orderOf(node: CacheNode<V>): EvictionOrder<V> {
    return this.#orders[node.rank] as EvictionOrder<V>
  }

  #stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }
}
