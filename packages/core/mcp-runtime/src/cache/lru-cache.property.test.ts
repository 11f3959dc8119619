import { type CachePriority, MCPCacheConfigSchema, MCPCacheStatsSchema } from '@jeeves/contracts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NaiveCache } from '../../test/naive-cache.js'
import { MCPCache } from './lru-cache.js'

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const KEY_BYTES = 18

const priority = fc.constantFrom<CachePriority>('low', 'normal', 'high')
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      key: fc.constantFrom(...KEYS),
      bytes: fc.integer({ min: 0, max: 260 }),
      ttlMs: fc.constantFrom(0, 5, 20),
      priority,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('get' as const), key: fc.constantFrom(...KEYS) }),
  },
  fc.record({ kind: fc.constant('delete' as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('cleanup' as const) }),
)

const bounds = fc.record({
  maxEntries: fc.integer({ min: 1, max: 7 }),
  maxSizeBytes: fc.integer({ min: 60, max: 600 }),
  lowWaterMark: fc.constantFrom(0.1, 0.5, 0.7),
  highWaterMark: fc.constantFrom(0.75, 0.9, 1),
})

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

interface Value {
  readonly name: string
  readonly bytes: number
}

function applyToCache(cache: MCPCache<Value>, step: Operation, value: Value): unknown {
  switch (step.kind) {
    case 'get':
      return cache.get(step.key)?.name
    case 'delete':
      return cache.delete(step.key)
    case 'cleanup':
      return cache.cleanup()
    case 'set':
      try {
        cache.set(step.key, value, { ttlMs: step.ttlMs, priority: step.priority })
        return 'stored'
      } catch {
        return 'refused'
      }
    default:
      return undefined
  }
}

function applyToNaive(naive: NaiveCache, step: Operation, value: Value): unknown {
  switch (step.kind) {
    case 'get':
      return naive.get(step.key)
    case 'delete':
      return naive.delete(step.key)
    case 'cleanup':
      return naive.cleanup()
    case 'set':
      return naive.set(step.key, value.name, value.bytes + KEY_BYTES, step.ttlMs, step.priority)
    default:
      return undefined
  }
}

describe.each(['lru', 'lfu', 'fifo'] as const)('%s', (evictionPolicy) => {
  test('INV-MCP-CACHE-001 INV-MCP-CACHE-002 INV-MCP-CACHE-006: behaves as the naive cache does', () => {
    fc.assert(
      fc.property(bounds, fc.array(operation, { maxLength: 120 }), (limits, operations) => {
        let time = 1
        const now = () => time
        const config = MCPCacheConfigSchema.parse({ ...limits, evictionPolicy })
        const cache = new MCPCache<Value>(config, {
          now,
          sizeOf: (value) => value.bytes,
        })
        const naive = new NaiveCache(config, now)
        for (const [turn, step] of operations.entries()) {
          if (step.kind === 'wait') time += step.ms
          const value = { name: `value ${turn}`, bytes: 'bytes' in step ? step.bytes : 0 }
          expect(applyToCache(cache, step, value)).toBe(applyToNaive(naive, step, value))
          const stats = MCPCacheStatsSchema.parse(cache.stats())
          expect(stats.currentSizeBytes).toBe(naive.bytes)
          expect(stats.currentSizeBytes).toBeLessThanOrEqual(limits.maxSizeBytes)
          expect(stats.entryCount).toBe(naive.entries.length)
          expect(stats.entryCount).toBeLessThanOrEqual(limits.maxEntries)
          expect(stats.evictionCount).toBe(naive.evictions)
          expect([stats.hitCount, stats.missCount]).toEqual([naive.hits, naive.misses])
        }
        for (const key of KEYS) {
          const held = naive.entries.find((entry) => entry.key === key && time < entry.expiresAt)
          expect(cache.has(key)).toBe(held !== undefined)
          expect(cache.get(key)?.name).toBe(held?.value)
        }
        cache.clear()
      }),
      { numRuns: 1000 },
    )
  })
})
