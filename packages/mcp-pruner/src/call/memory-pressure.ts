// How full this process's memory is, in the terms of the policy.
import { getHeapStatistics } from 'node:v8'
import type { MCPCacheStats } from '@jeeves/contracts'

/** What of a heap's limit only the youngest objects can use: the process ends before they all do. */
const YOUNG_BYTES = 48 * 1024 * 1024

export function heapStats(): MCPCacheStats {
  const { used_heap_size: used, heap_size_limit: total } = getHeapStatistics()
  const limit = total - Math.min(YOUNG_BYTES, total / 4)
  const share = used / limit
  return {
    entryCount: 0,
    currentSizeBytes: used,
    maxSizeBytes: Math.floor(limit),
    hitCount: 0,
    missCount: 0,
    hitRate: 0,
    evictionCount: 0,
    pressureLevel:
      share > 0.95 ? 'critical' : share > 0.85 ? 'high' : share > 0.7 ? 'medium' : 'low',
  }
}

const LEVELS = ['low', 'medium', 'high', 'critical'] as const

/** Of two, the one under more pressure. */
export const worse = (first: MCPCacheStats, second: MCPCacheStats | undefined): MCPCacheStats =>
  second && LEVELS.indexOf(second.pressureLevel) > LEVELS.indexOf(first.pressureLevel)
    ? second
    : first
