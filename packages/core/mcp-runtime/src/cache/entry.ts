// One cached value with its figures, and the queue that entries stand in.

export class CacheNode<V> {
  readonly key: string
  /** 0 is evicted first; see `rankOf`. */
  readonly rank: number
  value: V
  sizeBytes: number
  ttlMs: number
  createdAt: number
  lastAccessedAt: number
  expiresAt: number
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
    this.expiresAt = expiry(ttlMs, now)
  }

  /** A new value under the same key. The count of reads stays, so that a hot key stays hot. */
  renew(value: V, sizeBytes: number, ttlMs: number, now: number): void {
    this.value = value
    this.sizeBytes = sizeBytes
    this.ttlMs = ttlMs
    this.createdAt = now
    this.lastAccessedAt = now
    this.expiresAt = expiry(ttlMs, now)
  }
}

const expiry = (ttlMs: number, now: number) =>
  ttlMs === 0 ? Number.POSITIVE_INFINITY : now + ttlMs

/**
 * A queue with removal from the middle. Links live in the entries, so nothing is allocated or searched.
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
    if (this.last === node) return
    this.remove(node)
    this.append(node)
  }
}
