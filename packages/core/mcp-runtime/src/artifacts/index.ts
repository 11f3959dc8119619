export {
  ArtifactRefError,
  assertArtifactKey,
  formatArtifactRef,
  parseArtifactRef,
} from '../refs/artifact-ref.js'
export { artifactUsage, retrieveArtifact, storeArtifact } from './artifacts.js'
export { type CacheDirPlace, defaultCacheDir } from './cache-dir.js'
export { type DiskStoreOptions, diskStore } from './disk-store.js'
export { withFallback } from './fallback.js'
export { pruneIdOf } from './fingerprint.js'
export { type MemoryStoreOptions, memoryStore } from './memory-store.js'
export type {
  ArtifactKey,
  ArtifactStore,
  ArtifactUsage,
  OnStoreNotice,
  PutOptions,
  StoreNotice,
} from './store.js'
export { ArtifactStoreError } from './store.js'
