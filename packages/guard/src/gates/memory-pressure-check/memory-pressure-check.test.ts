import { MCPCache } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { memoryPressureCheck } from './memory-pressure-check.js'

/** Of a real cache with one entry of this many bytes out of 1000. */
const statsAt = (bytes: number) => {
  const cache = new MCPCache({ maxSizeBytes: 1000 }, { sizeOf: () => bytes - 18 })
  cache.set('k', 0)
  const stats = cache.stats()
  cache.clear()
  return stats
}

test.each([100, 750])('a cache at %i of 1000 bytes lets calls pass', async (bytes) => {
  const result = await memoryPressureCheck.check({ cacheStats: statsAt(bytes) })
  expect(result).toEqual({ passed: true })
})

test('a cache under high pressure warns', async () => {
  expect(await memoryPressureCheck.check({ cacheStats: statsAt(850) })).toEqual({
    passed: true,
    warning: 'Memory pressure is high, consider reducing cache usage',
  })
})

test('a cache under critical pressure stops calls', async () => {
  expect(await memoryPressureCheck.check({ cacheStats: statsAt(950) })).toEqual({
    passed: false,
    reason: 'Memory pressure is critical',
    recommendation: 'Wait for cache eviction or increase maxSizeBytes',
  })
})

test('a server without a cache has no pressure', async () => {
  expect(await memoryPressureCheck.check({})).toEqual({ passed: true })
})
