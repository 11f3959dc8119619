// Pressure follows the water marks, so that it means the same under every configuration.
import type { MCPCacheConfig, PressureLevel } from '@jeeves/contracts'

/**
 * `low` below the low mark, `medium` in the lower half between the marks, `high` up to the high mark.
 * `critical` is above it: an entry so large that evicting all others did not bring the size down.
 */
export function pressureLevel(bytes: number, config: MCPCacheConfig): PressureLevel {
  const { maxSizeBytes, highWaterMark } = config
  const lowWaterMark = Math.min(config.lowWaterMark, highWaterMark)
  const share = bytes / maxSizeBytes
  if (share < lowWaterMark) return 'low'
  if (share < (lowWaterMark + highWaterMark) / 2) return 'medium'
  return share <= highWaterMark ? 'high' : 'critical'
}
