// Cache throughput at 10,000 entries, each policy compared with lru-cache in the same run.
import { estimateSize, MCPCache } from '@jeeves/mcp-runtime'
import { LRUCache } from 'lru-cache'
import { printTable } from '../lib/table.js'
import { race } from '../lib/timing.js'
import { randomKeys } from './random.js'

const ENTRIES = 10_000
const OPERATIONS = 200_000
const MAX_BYTES = 100_000_000
const TTL_MS = 3_600_000

interface Cache {
  get(key: string): unknown
  set(key: string, value: string): unknown
}

const ours = (evictionPolicy: 'lru' | 'lfu' | 'fifo') =>
  new MCPCache<string>({
    evictionPolicy,
    maxEntries: ENTRIES,
    maxSizeBytes: MAX_BYTES,
    defaultTtlMs: TTL_MS,
  })

/** `same duties` bounds bytes, keeps a time to live and measures values, as ours always do. */
const CONTESTANTS: Readonly<Record<string, () => Cache>> = {
  'lru-cache': () => new LRUCache<string, string>({ max: ENTRIES }),
  'lru-cache, same duties': () =>
    new LRUCache<string, string>({
      max: ENTRIES,
      maxSize: MAX_BYTES,
      ttl: TTL_MS,
      sizeCalculation: (value, key) => estimateSize(value) + estimateSize(key),
    }),
  lru: () => ours('lru'),
  lfu: () => ours('lfu'),
  fifo: () => ours('fifo'),
}

const VALUE = 'x'.repeat(200)
const HELD = randomKeys(OPERATIONS, ENTRIES)
/** Three keys for each place, so that most writes evict. */
const CROWD = randomKeys(OPERATIONS, ENTRIES * 3)

const WORKLOADS: Readonly<Record<string, (cache: Cache) => void>> = {
  'get (hit)': (cache) => {
    for (const key of HELD) cache.get(key)
  },
  'set (replace)': (cache) => {
    for (const key of HELD) cache.set(key, VALUE)
  },
  'set (evict)': (cache) => {
    for (const key of CROWD) cache.set(key, VALUE)
  },
  'get, set on a miss': (cache) => {
    for (const key of CROWD) if (cache.get(key) === undefined) cache.set(key, VALUE)
  },
}

function filled(make: () => Cache): Cache {
  const cache = make()
  for (let i = 0; i < ENTRIES; i++) cache.set(`key:${i}`, VALUE)
  return cache
}

export async function benchCache(): Promise<void> {
  const rows = []
  for (const [workload, work] of Object.entries(WORKLOADS)) {
    const runs = Object.entries(CONTESTANTS).map(([name, make]) => {
      const cache = filled(make)
      return [name, () => work(cache)] as const
    })
    const times = await race(Object.fromEntries(runs), 15)
    for (const name of Object.keys(CONTESTANTS)) {
      const of = (other: string) => ((times[other] ?? 0) / (times[name] ?? 0)).toFixed(2)
      rows.push({
        workload,
        cache: name,
        'Mops/s': (OPERATIONS / (times[name] ?? 0) / 1000).toFixed(2),
        'of lru-cache': of('lru-cache'),
        'of same duties': of('lru-cache, same duties'),
      })
    }
  }
  printTable(rows)
}
