import type { GuardGate } from '../../types.js'

export const memoryPressureCheck: GuardGate = {
  id: 'memory-pressure-check',
  name: 'Memory Pressure Check',
  description: 'Blocks operations when memory pressure is critical',
  check: ({ cacheStats }) => {
    if (cacheStats?.pressureLevel === 'critical') {
      return {
        passed: false,
        reason: 'Memory pressure is critical',
        recommendation: 'Wait for cache eviction or increase maxSizeBytes',
      }
    }
    if (cacheStats?.pressureLevel === 'high') {
      return {
        passed: true,
        warning: 'Memory pressure is high, consider reducing cache usage',
      }
    }
    return { passed: true }
  },
}
