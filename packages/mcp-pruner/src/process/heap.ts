// How much of the heap is left to work with.
import { getHeapStatistics } from 'node:v8'

/** What of a heap's limit only the youngest objects can use: the process ends before they all do. */
const YOUNG_BYTES = 48 * 1024 * 1024
const LEAST_BYTES = 8 * 1024 * 1024

export function heapUse(): { readonly used: number; readonly limit: number } {
  const { used_heap_size: used, heap_size_limit: total } = getHeapStatistics()
  return { used, limit: Math.max(LEAST_BYTES, total - YOUNG_BYTES) }
}

/** A text is read, parsed and divided: while that is done it takes this many times its bytes. */
const COPIES = 6

export function fitsInHeap(bytes: number): boolean {
  const { used, limit } = heapUse()
  return bytes * COPIES <= limit - used
}
