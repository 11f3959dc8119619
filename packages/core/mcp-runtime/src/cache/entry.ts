// One cached value with its figures, and the queue of entries.

/**
 * Times are milliseconds since the cache was made: small integers, which the engine keeps in the object
 * itself, where a time since 1970 would be allocated at each access.
 */
export class CacheNode<V> {
  readonly key: string
  /** Priority: 0 is evicted first. */
  readonly rank: number
  value: V
  sizeBytes: number
  ttlMs: number
  createdAt: number
  lastAccessedAt: number
  accessCount = 0
  previous: CacheNode<V> | undefined = undefined
  next: CacheNode<V> | undefined = undefined
  queue: EntryQueue<V> | undefined = undefined

  constructor(key: string, rank: number, value: V, sizeBytes: number, ttlMs: number, now: number) {
    this.key = key
    this.rank = rank
    this.value = value
    this.sizeBytes = sizeBytes
    this.ttlMs = ttlMs
    this.createdAt = now
    this.lastAccessedAt = now
  }

  /** A new value under the same key. The read count stays, so that a hot key stays hot. */
  renew(value: V, sizeBytes: number, ttlMs: number, now: number): void {
    this.value = value
    this.sizeBytes = sizeBytes
    this.ttlMs = ttlMs
    this.createdAt = now
    this.lastAccessedAt = now
  }

  isExpired(now: number): boolean {
    return this.ttlMs !== 0 && now - this.createdAt >= this.ttlMs
  }

  get expiresAt(): number {
    return expiryOf(this.createdAt, this.ttlMs)
  }
}

/** A time to live of 0 is without end. */
export const expiryOf = (createdAt: number, ttlMs: number): number =>
  ttlMs === 0 ? Number.POSITIVE_INFINITY : createdAt + ttlMs

/**
 * A queue with removal from the middle. Links are in the entries, so nothing is allocated or searched.
 */
export class EntryQueue<V> {
  first: CacheNode<V> | undefined
  last: CacheNode<V> | undefined

  append(node: CacheNode<V>): void {
    node.previous = this.last
    node.next = undefined
    if (this.last === undefined) this.first = node
    else this.last.next = node
    this.last = node
    node.queue = this
  }

  remove(node: CacheNode<V>): void {
    if (node.previous === undefined) this.first = node.next
    else node.previous.next = node.next
    if (node.next === undefined) this.last = node.previous
    else node.next.previous = node.previous
    node.previous = undefined
    node.next = undefined
    node.queue = undefined
  }

  moveToEnd(node: CacheNode<V>): void {
    const { last } = this
    if (last === node || last === undefined) return
    const { previous, next } = node
    if (previous === undefined) this.first = next
    else previous.next = next
    if (next !== undefined) next.previous = previous
    node.previous = last
    node.next = undefined
    last.next = node
    this.last = node
  }
}
