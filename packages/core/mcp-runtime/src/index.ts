export type {
  ArtifactKey,
  ArtifactStore,
  ArtifactUsage,
  CacheDirPlace,
  DiskStoreOptions,
  MemoryStoreOptions,
  PutOptions,
} from './artifacts/index.js'
export {
  ArtifactRefError,
  ArtifactStoreError,
  artifactUsage,
  assertArtifactKey,
  defaultCacheDir,
  diskStore,
  formatArtifactRef,
  memoryStore,
  parseArtifactRef,
  pruneIdOf,
  retrieveArtifact,
  storeArtifact,
  withFallback,
} from './artifacts/index.js'
