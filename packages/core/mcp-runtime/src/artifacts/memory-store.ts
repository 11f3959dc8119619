// The store in this process's memory: the default of the HTTP service, and the disk
// store's fallback. It is the runtime cache, least recently used out first.
import { CacheError } from '../cache/errors.js'
import { MCPCache } from '../cache/lru-cache.js'
import { assertArtifactKey } from '../refs/artifact-ref.js'
import type { ArtifactKey, ArtifactStore, PutOptions } from './store.js'
import { ArtifactStoreError, DEFAULT_MAX_BYTES } from './store.js'

export interface MemoryStoreOptions {
  /** Default 100 MiB. */
  readonly maxBytes?: number
  /** Default 1 hour since last stored or read. */
  readonly ttlMs?: number
  readonly now?: () => number
}

interface MemoryEntry {
  readonly value: string
  readonly ttlMs: number
}

export function memoryStore(options: MemoryStoreOptions = {}): ArtifactStore {
  const { maxBytes = DEFAULT_MAX_BYTES, ttlMs: defaultTtlMs = 3_600_000, now } = options
  const cache = new MCPCache<MemoryEntry>(
    { maxSizeBytes: maxBytes },
    { sizeOf: ({ value }) => Buffer.byteLength(value), ...(now !== undefined && { now }) },
  )

  return {
    kind: 'memory',
    async put(key: ArtifactKey, value: string, putOptions: PutOptions = {}) {
      const { ttlMs = defaultTtlMs, ifRoom = false } = putOptions
      const name = nameOf(key)
      if (ifRoom && !cache.hasRoomFor(name, { value, ttlMs })) return
      try {
        cache.set(name, { value, ttlMs }, { ttlMs })
      } catch (error) {
        if (!(error instanceof CacheError)) throw error
        throw new ArtifactStoreError(error.message, { cause: error })
      }
    },
    async get(key: ArtifactKey) {
      const name = nameOf(key)
      const entry = cache.get(name)
      // A cache entry lives from when it was set; an artifact, from when it was last read.
      if (entry !== undefined) cache.set(name, entry, { ttlMs: entry.ttlMs })
      return entry?.value
    },
    async delete(key: ArtifactKey) {
      return cache.delete(nameOf(key))
    },
    async usage() {
      cache.cleanup()
      const { entryCount, currentSizeBytes } = cache.stats()
      return { entries: entryCount, bytes: currentSizeBytes, maxBytes }
    },
    async close() {
      cache.clear()
    },
    memoryStats: () => cache.stats(),
  }
}

function nameOf(key: ArtifactKey): string {
  assertArtifactKey(key)
  return `${key.domain}/${key.id}`
}
