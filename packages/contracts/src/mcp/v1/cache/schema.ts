// A bounded cache: its configuration, its statistics and its entries.
import * as z from 'zod'

const count = z.number().int().nonnegative()
const LOW_WATER_MARK = 0.7

export const MCPCacheEntrySchema = z.object({
  key: z.string().min(1).max(256),
  value: z.unknown(),
  /** An estimate; see the runtime's size estimator. */
  sizeBytes: count,
  createdAt: z.number().int().positive(),
  lastAccessedAt: z.number().int().positive(),
  accessCount: count.default(0),
  /** 0 never expires. */
  ttlMs: count.default(0),
})
export type MCPCacheEntry = z.infer<typeof MCPCacheEntrySchema>

export const EvictionPolicySchema = z.enum(['lru', 'lfu', 'fifo'])
export type EvictionPolicy = z.infer<typeof EvictionPolicySchema>

export const MCPCacheConfigSchema = z
  .object({
    /** 100 MB */
    maxSizeBytes: z.number().int().positive().default(104_857_600),
    maxEntries: z.number().int().positive().default(10_000),
    /** 0 never expires. */
    defaultTtlMs: count.default(3_600_000),
    evictionPolicy: EvictionPolicySchema.default('lru'),
    /** Share of `maxSizeBytes` above which eviction starts. */
    highWaterMark: z.number().min(0.5).max(1).default(0.9),
    /** Share of `maxSizeBytes` at which eviction stops. */
    lowWaterMark: z.number().min(0.1).max(0.9).default(LOW_WATER_MARK),
    cleanupIntervalMs: z.number().int().positive().default(60_000),
  })
  // A high mark alone may be below the default of the other; the cache then evicts down to the high one.
  .refine(({ lowWaterMark: low, highWaterMark: high }) => low <= high || low === LOW_WATER_MARK, {
    path: ['lowWaterMark'],
    error: 'lowWaterMark must not be above highWaterMark',
  })
export type MCPCacheConfig = z.infer<typeof MCPCacheConfigSchema>
export type MCPCacheConfigInput = z.input<typeof MCPCacheConfigSchema>

export const PressureLevelSchema = z.enum(['low', 'medium', 'high', 'critical'])
export type PressureLevel = z.infer<typeof PressureLevelSchema>

export const MCPCacheStatsSchema = z.object({
  entryCount: count,
  currentSizeBytes: count,
  maxSizeBytes: z.number().int().positive(),
  hitCount: count,
  missCount: count,
  hitRate: z.number().min(0).max(1),
  evictionCount: count,
  lastCleanupAt: count.optional(),
  pressureLevel: PressureLevelSchema,
})
export type MCPCacheStats = z.infer<typeof MCPCacheStatsSchema>

export const CacheGetResultSchema = z.object({
  hit: z.boolean(),
  value: z.unknown().optional(),
  entry: MCPCacheEntrySchema.optional(),
})
export type CacheGetResult = z.infer<typeof CacheGetResultSchema>

export const CachePrioritySchema = z.enum(['low', 'normal', 'high'])
export type CachePriority = z.infer<typeof CachePrioritySchema>

export const CacheSetOptionsSchema = z.object({
  /** Absent uses the cache's default; 0 never expires. */
  ttlMs: count.optional(),
  priority: CachePrioritySchema.default('normal'),
})
export type CacheSetOptions = z.infer<typeof CacheSetOptionsSchema>
export type CacheSetOptionsInput = z.input<typeof CacheSetOptionsSchema>
