import { expect, test } from 'vitest'
import { CacheSetOptionsSchema, MCPCacheConfigSchema, MCPCacheEntrySchema } from './schema.js'

test('every setting has a default', () => {
  expect(MCPCacheConfigSchema.parse({})).toEqual({
    maxSizeBytes: 104_857_600,
    maxEntries: 10_000,
    defaultTtlMs: 3_600_000,
    evictionPolicy: 'lru',
    highWaterMark: 0.9,
    lowWaterMark: 0.7,
    cleanupIntervalMs: 60_000,
  })
  expect(CacheSetOptionsSchema.parse({})).toEqual({ priority: 'normal' })
})

test.each([
  [{ maxSizeBytes: 0 }, 'maxSizeBytes'],
  [{ maxEntries: 1.5 }, 'maxEntries'],
  [{ evictionPolicy: 'random' }, 'evictionPolicy'],
  [{ highWaterMark: 0.4, lowWaterMark: 0.2 }, 'highWaterMark'],
  [{ highWaterMark: 1.1 }, 'highWaterMark'],
  [{ lowWaterMark: 0.05 }, 'lowWaterMark'],
  [{ lowWaterMark: 0.8, highWaterMark: 0.75 }, 'lowWaterMark'],
  [{ defaultTtlMs: -1 }, 'defaultTtlMs'],
])('refuses %j', (config, field) => {
  const issues = MCPCacheConfigSchema.safeParse(config).error?.issues
  expect(issues?.map((issue) => issue.path.join('.'))).toEqual([field])
})

test.each([
  { highWaterMark: 0.5 },
  { highWaterMark: 1 },
  { lowWaterMark: 0.1 },
  { lowWaterMark: 0.9 },
])('accepts %j with the default of the other mark', (marks) =>
  expect(MCPCacheConfigSchema.parse(marks)).toMatchObject(marks),
)

test('an entry needs a key of 1 to 256 characters', () => {
  const entry = { value: 1, sizeBytes: 1, createdAt: 1, lastAccessedAt: 1 }
  const parse = (key: string) => MCPCacheEntrySchema.safeParse({ ...entry, key })
  expect(parse('k').data).toMatchObject({ accessCount: 0, ttlMs: 0 })
  expect([
    parse('').success,
    parse('k'.repeat(256)).success,
    parse('k'.repeat(257)).success,
  ]).toEqual([false, true, false])
})
