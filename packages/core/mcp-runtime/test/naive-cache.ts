// The cache's rules in the simplest form: a list, sorted again for every eviction.
// The real cache must differ from it in nothing but speed.
import type { CachePriority, MCPCacheConfig } from '@jeeves/contracts'

interface NaiveEntry {
  key: string
  value: string
  bytes: number
  rank: number
  uses: number
  /** When it last moved to the back of its policy's queue. */
  queuedAt: number
  expiresAt: number
}

const RANKS: readonly CachePriority[] = ['low', 'normal', 'high']

export class NaiveCache {
  entries: NaiveEntry[] = []
  evictions = 0
  hits = 0
  misses = 0
  #turn = 0
  readonly #config: MCPCacheConfig
  readonly #now: () => number

  constructor(config: MCPCacheConfig, now: () => number) {
    this.#config = config
    this.#now = now
  }

  get bytes(): number {
    return this.entries.reduce((sum, entry) => sum + entry.bytes, 0)
  }

  get(key: string): string | undefined {
    const entry = this.#live(key)
    if (entry === undefined) {
      this.misses++
      this.#drop(key)
      return undefined
    }
    this.hits++
    entry.uses++
    if (this.#config.evictionPolicy !== 'fifo') entry.queuedAt = ++this.#turn
    return entry.value
  }

  set(
    key: string,
    value: string,
    bytes: number,
    ttlMs: number,
    priority: CachePriority,
  ): 'stored' | 'refused' {
    const { maxSizeBytes, maxEntries, highWaterMark, lowWaterMark } = this.#config
    if (bytes > maxSizeBytes) return 'refused'
    const rank = RANKS.indexOf(priority)
    const old = this.#live(key)
    const uses = old?.rank === rank ? old.uses : 0
    this.#drop(key)
    const overHigh = this.bytes + bytes > maxSizeBytes * highWaterMark
    const target = maxSizeBytes * (overHigh ? lowWaterMark : highWaterMark)
    while (
      this.entries.length > 0 &&
      (this.bytes + bytes > target || this.entries.length + 1 > maxEntries)
    ) {
      this.#evict()
    }
    const expiresAt = ttlMs === 0 ? Number.POSITIVE_INFINITY : this.#now() + ttlMs
    this.entries.push({ key, value, bytes, rank, uses, queuedAt: ++this.#turn, expiresAt })
    return 'stored'
  }

  delete(key: string): boolean {
    const known = this.#live(key) !== undefined
    this.#drop(key)
    return known
  }

  cleanup(): number {
    const before = this.entries.length
    this.entries = this.entries.filter((entry) => this.#now() < entry.expiresAt)
    return before - this.entries.length
  }

  #evict(): void {
    const lfu = this.#config.evictionPolicy === 'lfu'
    const [victim] = this.entries.toSorted(
      (a, b) => a.rank - b.rank || (lfu ? a.uses - b.uses : 0) || a.queuedAt - b.queuedAt,
    )
    this.entries = this.entries.filter((entry) => entry !== victim)
    this.evictions++
  }

  #live(key: string): NaiveEntry | undefined {
    return this.entries.find((entry) => entry.key === key && this.#now() < entry.expiresAt)
  }

  #drop(key: string): void {
    this.entries = this.entries.filter((entry) => entry.key !== key)
  }
}
