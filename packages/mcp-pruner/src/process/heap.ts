// How much of the heap is left to work with.
import { getHeapStatistics } from 'node:v8'

/** The part of a heap's limit that only young objects can use: the process runs out of memory before they fill it. */
const YOUNG_BYTES = 48 * 1024 * 1024
const MIN_BYTES = 8 * 1024 * 1024

export function heapUse(): { readonly used: number; readonly limit: number } {
  const { used_heap_size: used, heap_size_limit: total } = getHeapStatistics()
  return { used, limit: Math.max(MIN_BYTES, total - YOUNG_BYTES) }
}

/** A text is read, parsed and split: that takes this many times its bytes. */
const COPIES = 6

export function fitsInHeap(bytes: number): boolean {
  const { used, limit } = heapUse()
  return bytes * COPIES <= limit - used
}
