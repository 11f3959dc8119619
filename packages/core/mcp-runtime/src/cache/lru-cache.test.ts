import { spawnSync } from 'node:child_process'
import { ConfigError, MCPCacheEntrySchema } from '@jeeves/contracts'
import { describe, expect, test, vi } from 'vitest'
import { CacheError, MCPCache } from '../index.js'

const bytes = (size: number) => 'x'.repeat(size)
/** Sizes in these tests: characters of the value, plus 18 for a key of one character. */
const sizeOf = (value: unknown) => String(value).length

function refusal(action: () => unknown): CacheError {
  try {
    action()
  } catch (error) {
    if (error instanceof CacheError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('bounds', () => {
  test('INV-MCP-CACHE-001: an entry larger than the cache is refused and evicts nothing', () => {
    const cache = new MCPCache({ maxSizeBytes: 200 }, { sizeOf })
    cache.set('a', bytes(50))
    cache.set('b', bytes(50))
    const error = refusal(() => cache.set('c', bytes(183)))
    expect(error.code).toBe('ENTRY_TOO_LARGE')
    expect(error.data).toEqual({ key: 'c', limit: 200, actual: 201 })
    expect(error.message).toContain('raise maxSizeBytes')
    expect([cache.has('a'), cache.has('b'), cache.stats().evictionCount]).toEqual([true, true, 0])
    cache.set('c', bytes(182))
    expect(cache.stats()).toMatchObject({ currentSizeBytes: 200, pressureLevel: 'critical' })
  })

  test('INV-MCP-CACHE-005: a refused replacement keeps the older value', () => {
    const cache = new MCPCache({ maxSizeBytes: 200 }, { sizeOf })
    cache.set('a', 'old')
    refusal(() => cache.set('a', bytes(500)))
    expect(cache.get('a')).toBe('old')
    expect(cache.stats().currentSizeBytes).toBe(21)
  })

  test('INV-MCP-CACHE-005: an unknown size changes nothing', () => {
    const cache = new MCPCache(
      {},
      {
        sizeOf: (value) => {
          if (value === 'bad') throw new Error('no size')
          return value === 'nan' ? Number.NaN : 1
        },
      },
    )
    cache.set('a', 'good')
    expect(() => cache.set('a', 'bad')).toThrow('no size')
    expect(refusal(() => cache.set('a', 'nan')).code).toBe('ENTRY_TOO_LARGE')
    expect([cache.get('a'), cache.stats().currentSizeBytes]).toEqual(['good', 19])
  })

  test('INV-MCP-CACHE-002: the entry that is one too many evicts exactly one', () => {
    const cache = new MCPCache({ maxEntries: 3 })
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key)
    expect([cache.size, cache.has('a'), cache.has('b')]).toEqual([3, false, true])
  })

  test('above the high mark eviction continues down to the low mark', () => {
    const cache = new MCPCache(
      { maxSizeBytes: 1000, highWaterMark: 0.8, lowWaterMark: 0.4 },
      { sizeOf },
    )
    for (const key of 'abcdefgh') cache.set(key, bytes(82))
    expect(cache.stats()).toMatchObject({ currentSizeBytes: 800, evictionCount: 0 })
    cache.set('i', bytes(82))
    expect(cache.stats()).toMatchObject({ currentSizeBytes: 400, evictionCount: 5 })
  })
})

const fill = (evictionPolicy: 'lru' | 'lfu' | 'fifo') => {
  const cache = new MCPCache({ maxEntries: 3, evictionPolicy })
  for (const key of ['a', 'b', 'c']) cache.set(key, key)
  return cache
}
const held = (cache: MCPCache) => ['a', 'b', 'c', 'd'].filter((key) => cache.has(key)).join('')

describe('order', () => {
  test('INV-MCP-CACHE-004: lru evicts what was read or written longest ago', () => {
    const cache = fill('lru')
    cache.get('a')
    cache.set('b', 'new')
    cache.set('d', 'd')
    expect(held(cache)).toBe('abd')
  })

  test('looking whether a key is there is not an access', () => {
    const cache = fill('lru')
    cache.has('a')
    cache.set('d', 'd')
    expect(held(cache)).toBe('bcd')
  })

  test('lfu evicts what was read least, the oldest of equals first', () => {
    const cache = fill('lfu')
    for (const key of ['a', 'a', 'b', 'c']) cache.get(key)
    cache.set('d', 'd')
    expect(held(cache)).toBe('acd')
  })

  test('lfu: a hot key stays hot when its value is replaced', () => {
    const cache = fill('lfu')
    for (const key of ['a', 'a', 'b', 'c']) cache.get(key)
    cache.set('a', 'new')
    expect(cache.lookup('a').entry?.accessCount).toBe(3)
  })

  test('fifo evicts the oldest value, read or not', () => {
    const cache = fill('fifo')
    cache.get('a')
    cache.set('d', 'd')
    expect(held(cache)).toBe('bcd')
  })

  test('a lower priority is evicted first, whatever the policy', () => {
    const cache = new MCPCache({ maxEntries: 3 })
    cache.set('a', 1, { priority: 'high' })
    cache.set('b', 2)
    cache.set('c', 3, { priority: 'low' })
    cache.get('c')
    cache.set('d', 4)
    expect(held(cache)).toBe('abd')
  })

  test('a replacement that needs room never evicts itself', () => {
    for (const evictionPolicy of ['lru', 'lfu', 'fifo'] as const) {
      const cache = new MCPCache({ maxSizeBytes: 300, evictionPolicy }, { sizeOf })
      cache.set('a', bytes(60))
      cache.set('b', bytes(60))
      cache.set('a', bytes(250))
      expect(held(cache)).toBe('a')
    }
  })
})

describe('time', () => {
  test('INV-MCP-CACHE-003: an expired entry is not returned', () => {
    let time = 1000
    const cache = new MCPCache({ defaultTtlMs: 50 }, { now: () => time })
    cache.set('a', 1)
    cache.set('b', 2, { ttlMs: 0 })
    cache.set('c', 3, { ttlMs: 100 })
    time = 1049
    expect(cache.get('a')).toBe(1)
    time = 1050
    expect([cache.has('a'), cache.get('a'), cache.lookup('a')]).toEqual([
      false,
      undefined,
      { hit: false },
    ])
    time = 1100
    expect([cache.delete('c'), cache.delete('zzz'), cache.get('b')]).toEqual([false, false, 2])
  })

  test('an expired entry does not pass its reads on to the next one', () => {
    let time = 1
    const cache = new MCPCache({ defaultTtlMs: 10 }, { now: () => time })
    cache.set('a', 1)
    cache.get('a')
    time = 20
    cache.set('a', 2)
    expect(cache.lookup('a').entry?.accessCount).toBe(1)
  })

  test('the clean-up removes expired entries by itself, and rests while the cache is empty', () => {
    vi.useFakeTimers({ now: 5000 })
    try {
      const cache = new MCPCache({ defaultTtlMs: 100, cleanupIntervalMs: 1000 })
      expect(vi.getTimerCount()).toBe(0)
      cache.set('a', 1)
      vi.advanceTimersByTime(1000)
      expect([cache.size, cache.stats().lastCleanupAt, vi.getTimerCount()]).toEqual([0, 6000, 0])
      cache.set('b', 1, { ttlMs: 0 })
      vi.advanceTimersByTime(5000)
      expect([cache.size, vi.getTimerCount()]).toEqual([1, 1])
      cache.clear()
      expect([cache.size, cache.stats().currentSizeBytes, vi.getTimerCount()]).toEqual([0, 0, 0])
    } finally {
      vi.useRealTimers()
    }
  })

  test('an interval beyond any timer does not become a busy loop', () => {
    const timer = vi.spyOn(globalThis, 'setInterval')
    const cache = new MCPCache({ cleanupIntervalMs: 2 ** 31 })
    cache.set('a', 1)
    expect(timer.mock.calls[0]?.[1]).toBe(2 ** 31 - 1)
    cache.clear()
    timer.mockRestore()
  })

  /** In a separate program, where garbage collection can be triggered. */
  const runProgram = (lines: string) => {
    const module = JSON.stringify(new URL('./lru-cache.ts', import.meta.url).href)
    const program = `const { MCPCache } = await import(${module});\n${lines}`
    const loader = ['--expose-gc', '--import', 'tsx', '--conditions=@jeeves/source']
    const child = spawnSync(process.execPath, [...loader, '--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 200_000,
    })
    return [child.stdout.trim(), child.stderr, child.status]
  }

  test('a cache with entries does not keep the process alive', () => {
    const lines = `const cache = new MCPCache({ cleanupIntervalMs: 3_600_000 });
      cache.set('a', 1); console.log('end')`
    expect(runProgram(lines)).toEqual(['end', '', 0])
  })

  test('its timer does not keep a forgotten cache alive', () => {
    const lines = `const make = () => {
        const cache = new MCPCache({ cleanupIntervalMs: 5 });
        cache.set('a', 1);
        return new WeakRef(cache);
      };
      const sleep = () => new Promise((resolve) => setTimeout(resolve, 30));
      const cache = make();
      for (let i = 0; i < 50 && cache.deref() !== undefined; i++) { await sleep(); gc(); }
      await sleep();
      console.log(cache.deref() === undefined ? 'collected' : 'held')`
    expect(runProgram(lines)).toEqual(['collected', '', 0])
  })
})

describe('figures and refusals', () => {
  test('an entry is described as in its contract', () => {
    let time = 10
    const cache = new MCPCache({ defaultTtlMs: 500 }, { now: () => time })
    cache.set('a', undefined)
    time = 12
    const found = cache.lookup('a')
    expect(found.hit).toBe(true)
    expect(MCPCacheEntrySchema.parse(found.entry)).toEqual({
      key: 'a',
      value: undefined,
      sizeBytes: 26,
      createdAt: 10,
      lastAccessedAt: 12,
      accessCount: 1,
      ttlMs: 500,
    })
  })

  test('pressure follows the water marks', () => {
    const cache = new MCPCache({ maxSizeBytes: 1000 }, { sizeOf })
    const levels = [681, 682, 782, 882, 883].map((size) => {
      cache.set('a', bytes(size))
      return cache.stats().pressureLevel
    })
    expect(levels).toEqual(['low', 'medium', 'high', 'high', 'critical'])
  })

  test('the hit rate counts reads, not writes', () => {
    const cache = new MCPCache()
    expect(cache.stats()).toMatchObject({ hitRate: 0, maxSizeBytes: 104_857_600 })
    cache.set('a', 1)
    for (const key of ['a', 'a', 'a', 'b']) cache.get(key)
    expect(cache.stats()).toMatchObject({ hitCount: 3, missCount: 1, hitRate: 0.75 })
    cache.clear()
  })

  test.each([
    ['', {}, 'INVALID_KEY'],
    ['k'.repeat(257), {}, 'INVALID_KEY'],
    ['k', { ttlMs: -1 }, 'INVALID_OPTION'],
    ['k', { ttlMs: Number.NaN }, 'INVALID_OPTION'],
    ['k', { priority: 'urgent' as 'high' }, 'INVALID_OPTION'],
  ])('refuses %j with %j', (key, options, code) => {
    const cache = new MCPCache()
    expect(refusal(() => cache.set(key, 1, options)).code).toBe(code)
    expect(cache.size).toBe(0)
  })

  test('an impossible configuration is refused with the field and the reason', () => {
    expect(() => new MCPCache({ lowWaterMark: 0.9, highWaterMark: 0.5 })).toThrow(
      new ConfigError(
        'Invalid cache options:\n✖ lowWaterMark must not be above highWaterMark\n  → at lowWaterMark',
      ),
    )
  })
})

// Every request to a service with a full store looked at all of its entries, twice.
test('a full cache looks for expired entries only when there may be one', () => {
  let now = 1_000_000
  const cache = new MCPCache({ maxEntries: 2, defaultTtlMs: 1000 }, { sizeOf, now: () => now })
  cache.set('a', 'one')
  cache.set('b', 'two', { ttlMs: 0 })
  now += 999
  expect(cache.hasRoomFor('c', 'three')).toBe(false)
  expect(cache.stats().lastCleanupAt).toBeUndefined()
  now += 1
  expect(cache.hasRoomFor('c', 'three')).toBe(true)
  cache.set('c', 'three', { ttlMs: 0 })
  now += 10_000
  expect(cache.hasRoomFor('d', 'four')).toBe(false)
  expect(cache.stats().lastCleanupAt).toBe(1_001_000)
})

test('expired entries make room once the number of entries is reached', () => {
  let now = 1_000_000
  const cache = new MCPCache({ maxEntries: 2, defaultTtlMs: 1000 }, { sizeOf, now: () => now })
  cache.set('a', 'one')
  cache.set('b', 'two')
  expect(cache.hasRoomFor('c', 'three')).toBe(false)
  now += 2000
  expect(cache.hasRoomFor('c', 'three')).toBe(true)
})
