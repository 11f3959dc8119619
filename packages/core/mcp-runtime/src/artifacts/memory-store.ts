// The store that lives and dies with the process: the default of the HTTP service, and what the disk
// store falls back to.
import { assertArtifactKey } from './ref.js'
import type { ArtifactKey, ArtifactStore, ArtifactUsage, PutOptions } from './store.js'
import { ArtifactStoreError } from './store.js'

export interface MemoryStoreOptions {
  readonly maxBytes?: number
  readonly ttlMs?: number
  readonly now?: () => number
}

interface Entry {
  value: string
  bytes: number
  ttlMs: number
  expiresAt: number
}

export function memoryStore(options: MemoryStoreOptions = {}): ArtifactStore {
  const { maxBytes = 104_857_600, ttlMs: defaultTtlMs = 3_600_000, now = Date.now } = options
  const entries = new Map<string, Entry>()
  let bytes = 0

  const remove = (name: string): boolean => {
    const entry = entries.get(name)
    if (entry === undefined) return false
    bytes -= entry.bytes
    return entries.delete(name)
  }

  return {
    kind: 'memory',
    async put(key: ArtifactKey, value: string, { ttlMs = defaultTtlMs }: PutOptions = {}) {
      assertArtifactKey(key)
      const size = Buffer.byteLength(value)
      if (size > maxBytes) {
        throw new ArtifactStoreError(`Artifact of ${size} bytes is over the store's ${maxBytes}`)
      }
      const name = `${key.domain}/${key.id}`
      remove(name)
      entries.set(name, { value, bytes: size, ttlMs, expiresAt: now() + (ttlMs || Infinity) })
      bytes += size
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    async get(key: ArtifactKey) {
      assertArtifactKey(key)
      const name = `${key.domain}/${key.id}`
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      entries.delete(name)
      if (entry.expiresAt <= now()) {
        bytes -= entry.bytes
        return undefined
      }
      entry.expiresAt = now() + (entry.ttlMs || Infinity)
      entries.set(name, entry)
      return entry.value
    },
    async delete(key: ArtifactKey) {
      assertArtifactKey(key)
      return remove(`${key.domain}/${key.id}`)
    },
    async usage(): Promise<ArtifactUsage> {
      return { entries: entries.size, bytes, maxBytes }
    },
    async close() {
      entries.clear()
      bytes = 0
    },
  }
}
