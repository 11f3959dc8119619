// How full this process's memory is, in the policy's terms.
import type { MCPCacheStats } from '@jeeves/contracts'
import { heapUse } from '../process/heap.js'

export type MemoryPressure = Pick<MCPCacheStats, 'pressureLevel'>

/** Asking V8 takes as long as all other checks of a small call, and memory does not fill faster. */
const SAMPLED_MS = 10

let sample: { readonly pressure: MemoryPressure; readonly until: number } | undefined

export function heapPressure(): MemoryPressure {
  const now = performance.now()
  if (!sample || now > sample.until) sample = { pressure: pressureNow(), until: now + SAMPLED_MS }
  return sample.pressure
}

function pressureNow(): MemoryPressure {
  const { used, limit } = heapUse()
  const share = used / limit
  if (share > 0.95) return { pressureLevel: 'critical' }
  if (share > 0.85) return { pressureLevel: 'high' }
  return { pressureLevel: share > 0.7 ? 'medium' : 'low' }
}

const LEVELS = ['low', 'medium', 'high', 'critical'] as const

/** Of two levels, the higher. */
export const higherPressure = (
  first: MemoryPressure,
  second: MemoryPressure | undefined,
): MemoryPressure =>
  second && LEVELS.indexOf(second.pressureLevel) > LEVELS.indexOf(first.pressureLevel)
    ? second
    : first
