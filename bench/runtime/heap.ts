// Does a cache of 100 MB stay one? A million mixed operations with values of 100 bytes to 64 KB, and the
// heap after a full collection every 100,000.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MCPCache } from '@jeeves/mcp-runtime'
import { printTable } from '../lib/table.js'
import { seededRandom } from './random.js'

const OPERATIONS = 1_000_000
const MAX_BYTES = 104_857_600
const KEYS = 40_000
const MB = 1_048_576

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function memory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A flat string: a repeated one would share its pieces and weigh nothing. */
const flatText = (bytes: number) => Buffer.alloc(bytes, 'x').toString('latin1')

export function benchHeap(): void {
  for (const evictionPolicy of ['lru', 'lfu', 'fifo'] as const) measure(evictionPolicy)
}

function measure(evictionPolicy: 'lru' | 'lfu' | 'fifo'): void {
  const random = seededRandom(3)
  const before = memory()
  const cache = new MCPCache({ maxSizeBytes: MAX_BYTES, maxEntries: KEYS, evictionPolicy })
  const rows = []
  for (let i = 1; i <= OPERATIONS; i++) {
    const key = `key:${Math.floor(random() * KEYS)}`
    const dice = random()
    if (dice < 0.55) cache.get(key)
    else if (dice < 0.95) {
      const bytes = Math.floor(100 * 640 ** random())
      cache.set(
        key,
        dice < 0.8 ? flatText(bytes) : { id: i, text: flatText(bytes), tags: [i, key] },
      )
    } else cache.delete(key)
    if (i % 200_000 === 0) {
      const stats = cache.stats()
      rows.push({
        policy: evictionPolicy,
        operations: i,
        entries: stats.entryCount,
        'counted MB': (stats.currentSizeBytes / MB).toFixed(1),
        'heap growth MB': ((memory() - before) / MB).toFixed(1),
        evictions: stats.evictionCount,
      })
    }
  }
  cache.clear()
  printTable(rows)
  console.log()
}
