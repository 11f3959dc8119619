// Least frequently used in constant time: buckets of equal use, in ascending order. An access moves an
// entry to the next bucket; the victim is the oldest of the first bucket.
import { type CacheNode, EntryQueue } from './entry.js'

class FrequencyBucket<V> extends EntryQueue<V> {
  readonly uses: number
  previousBucket: FrequencyBucket<V> | undefined
  nextBucket: FrequencyBucket<V> | undefined

  constructor(uses: number) {
    super()
    this.uses = uses
  }
}

export class FrequencyOrder<V> {
  #head: FrequencyBucket<V> | undefined

  victim(except: CacheNode<V> | undefined): CacheNode<V> | undefined {
    const first = this.#head?.first
    if (first === undefined || first !== except) return first
    return first.next ?? this.#head?.nextBucket?.first
  }

  /** A new entry has no uses, so its place is the first bucket. */
  insert(node: CacheNode<V>): void {
    this.#place(node, undefined, this.#head)
  }

  access(node: CacheNode<V>): void {
    const from = node.queue as FrequencyBucket<V>
    from.remove(node)
    this.#place(node, from, from.nextBucket)
    if (from.first === undefined) this.#unlink(from)
  }

  replace(node: CacheNode<V>): void {
    node.queue?.moveToEnd(node)
  }

  remove(node: CacheNode<V>): void {
    const bucket = node.queue as FrequencyBucket<V>
    bucket.remove(node)
    if (bucket.first === undefined) this.#unlink(bucket)
  }

  /** Into `at` if its uses match, else into a new bucket between `before` and `at`. */
  #place(
    node: CacheNode<V>,
    before: FrequencyBucket<V> | undefined,
    at: FrequencyBucket<V> | undefined,
  ): void {
    const bucket = at?.uses === node.accessCount ? at : this.#link(node.accessCount, before, at)
    bucket.append(node)
  }

  #link(
    uses: number,
    before: FrequencyBucket<V> | undefined,
    after: FrequencyBucket<V> | undefined,
  ): FrequencyBucket<V> {
    const bucket = new FrequencyBucket<V>(uses)
    bucket.previousBucket = before
    bucket.nextBucket = after
    if (before === undefined) this.#head = bucket
    else before.nextBucket = bucket
    if (after !== undefined) after.previousBucket = bucket
    return bucket
  }

  #unlink(bucket: FrequencyBucket<V>): void {
    if (bucket.previousBucket === undefined) this.#head = bucket.nextBucket
    else bucket.previousBucket.nextBucket = bucket.nextBucket
    if (bucket.nextBucket !== undefined) bucket.nextBucket.previousBucket = bucket.previousBucket
  }
}
