export type {
  ArtifactKey,
  ArtifactStore,
  ArtifactUsage,
  MemoryStoreOptions,
  PutOptions,
} from './artifacts/index.js'
export {
  ArtifactRefError,
  ArtifactStoreError,
  artifactUsage,
  assertArtifactKey,
  formatArtifactRef,
  memoryStore,
  parseArtifactRef,
  pruneIdOf,
  retrieveArtifact,
  storeArtifact,
} from './artifacts/index.js'
