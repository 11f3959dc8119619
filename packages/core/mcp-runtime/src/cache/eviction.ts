// Which entry is evicted first. One order per priority: a lower priority is emptied before a higher one is
// touched, and inside a priority the policy decides.
import type { EvictionPolicy } from '@jeeves/contracts'
import { type CacheNode, EntryQueue } from './entry.js'
import { FrequencyOrder } from './frequency-order.js'

export interface EvictionOrder<V> {
  /** `except` is about to be replaced and must not be evicted for itself. */
  victim(except: CacheNode<V> | undefined): CacheNode<V> | undefined
  /** The entry has never been read. */
  insert(node: CacheNode<V>): void
  /** The entry was read. Its `accessCount` is already one higher. */
  access(node: CacheNode<V>): void
  /** The entry has a new value. */
  replace(node: CacheNode<V>): void
  remove(node: CacheNode<V>): void
}

/** lru: reads and writes move an entry to the end. fifo: writes alone do. */
class QueueOrder<V> implements EvictionOrder<V> {
  readonly #queue = new EntryQueue<V>()
  readonly #readsCount: boolean

  constructor(readsCount: boolean) {
    this.#readsCount = readsCount
  }

  victim(except: CacheNode<V> | undefined): CacheNode<V> | undefined {
    const { first } = this.#queue
    return first === except ? first?.next : first
  }

  insert(node: CacheNode<V>): void {
    this.#queue.append(node)
  }

  access(node: CacheNode<V>): void {
    if (this.#readsCount) this.#queue.moveToEnd(node)
  }

  replace(node: CacheNode<V>): void {
    this.#queue.moveToEnd(node)
  }

  remove(node: CacheNode<V>): void {
    this.#queue.remove(node)
  }
}

export function createEvictionOrder<V>(policy: EvictionPolicy): EvictionOrder<V> {
  return policy === 'lfu' ? new FrequencyOrder<V>() : new QueueOrder<V>(policy === 'lru')
}
