export type { ArtifactKey, ArtifactStore, ArtifactUsage, PutOptions } from './artifacts/store.js'
export { ArtifactStoreError } from './artifacts/store.js'
