// How full this process's memory is, in the policy's terms.
import type { MCPCacheStats } from '@jeeves/contracts'
import { heapUse } from '../process/heap.js'

/** Asking V8 takes as long as all other checks of a small call, and memory does not fill faster. */
const SAMPLED_MS = 10

let sample: { readonly stats: MCPCacheStats; readonly until: number } | undefined

export function heapStats(): MCPCacheStats {
  const now = performance.now()
  if (!sample || now > sample.until) sample = { stats: statsNow(), until: now + SAMPLED_MS }
  return sample.stats
}

function statsNow(): MCPCacheStats {
  const { used, limit } = heapUse()
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

/** Of two levels, the higher. */
export const worse = (first: MCPCacheStats, second: MCPCacheStats | undefined): MCPCacheStats =>
  second && LEVELS.indexOf(second.pressureLevel) > LEVELS.indexOf(first.pressureLevel)
    ? second
    : first
