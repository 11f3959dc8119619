// Every reason to refuse a new entry is checked here, before the cache changes.
import type { CachePriority } from '@jeeves/contracts'
import { CacheError } from './errors.js'
import { stringBytes } from './size-estimator.js'

const MAX_KEY_LENGTH = 256
const RANKS: readonly CachePriority[] = ['low', 'normal', 'high']
const NORMAL = RANKS.indexOf('normal')

export const RANK_COUNT = RANKS.length

export function rankOf(key: string, priority: CachePriority | undefined): number {
  const rank = priority === undefined ? NORMAL : RANKS.indexOf(priority)
  if (rank >= 0) return rank
  const message = `Cache entry "${key}": priority must be one of ${RANKS.join(', ')}, not ${String(priority)}`
  throw new CacheError('INVALID_OPTION', message, { key })
}

export function checkTtl(key: string, ttlMs: number): number {
  if (Number.isSafeInteger(ttlMs) && ttlMs >= 0) return ttlMs
  const message = `Cache entry "${key}": ttlMs must be a whole number, 0 (never expires) or more, not ${ttlMs}`
  throw new CacheError('INVALID_OPTION', message, { key, limit: 0, actual: ttlMs })
}

/** Bytes of the whole entry. */
export function measureEntry(key: string, valueBytes: number, maxSizeBytes: number): number {
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new CacheError(
      'INVALID_KEY',
      `A cache key must have 1 to ${MAX_KEY_LENGTH} characters, not ${key.length}: hash long keys first`,
      { key: key.slice(0, MAX_KEY_LENGTH), limit: MAX_KEY_LENGTH, actual: key.length },
    )
  }
  const bytes = Math.ceil(valueBytes) + stringBytes(key)
  // Also refuses a size that is not a number, which would make the bound meaningless.
  if (valueBytes >= 0 && bytes <= maxSizeBytes) return bytes
  throw new CacheError(
    'ENTRY_TOO_LARGE',
    `Cache entry "${key}" needs ${bytes} bytes, but the whole cache has ${maxSizeBytes}: raise maxSizeBytes or store less`,
    { key, limit: maxSizeBytes, actual: bytes },
  )
}
