// Uses memory while the real store is unavailable, and returns to it as soon as possible.
import type { ArtifactKey, ArtifactStore, PutOptions } from './store.js'
import { ArtifactStoreError } from './store.js'

/** `onDegraded` is called once per outage, not for each call. */
export function withFallback(
  primary: ArtifactStore,
  memory: ArtifactStore,
  onDegraded: (error: ArtifactStoreError) => void,
): ArtifactStore {
  let degraded: ArtifactStoreError | undefined

  const attempt = async <T>(call: () => Promise<T>): Promise<{ value: T } | undefined> => {
    try {
      const value = await call()
      degraded = undefined
      return { value }
    } catch (error) {
      if (!(error instanceof ArtifactStoreError)) throw error
      if (degraded === undefined) onDegraded(error)
      degraded = error
      return undefined
    }
  }

  return {
    kind: primary.kind,
    async put(key: ArtifactKey, value: string, options?: PutOptions) {
      const stored = await attempt(() => primary.put(key, value, options))
      // An older value stored during an outage must not outlive the newer one.
      if (stored === undefined) await memory.put(key, value, options)
      else await memory.delete(key)
    },
    async get(key: ArtifactKey) {
      const found = await attempt(() => primary.get(key))
      const kept = await memory.get(key)
      // It may be in the unavailable store: saying that there is none would be wrong.
      if (found === undefined && kept === undefined && degraded !== undefined) throw degraded
      return kept ?? found?.value
    },
    async delete(key: ArtifactKey) {
      const deleted = await attempt(() => primary.delete(key))
      return (await memory.delete(key)) || deleted?.value === true
    },
    async usage() {
      const usage = await attempt(() => primary.usage())
      return usage?.value ?? memory.usage()
    },
    async close() {
      await Promise.all([primary.close(), memory.close()])
    },
    memoryStats: () => (primary.memoryStats ? primary : memory).memoryStats?.(),
  }
}
