// Where whole outputs are kept while the caller sees a part of them. Memory, disk and Redis implement
// this one interface and share one test suite (store.case.ts).

export interface ArtifactKey {
  /** `[a-z][a-z0-9-]{0,63}` */
  readonly domain: string
  /** `[A-Za-z0-9][A-Za-z0-9._-]{0,127}` */
  readonly id: string
}

export interface ArtifactUsage {
  readonly entries: number
  /** Bytes as stored, compressed or not. */
  readonly bytes: number
  readonly maxBytes: number
}

export interface PutOptions {
  /** 0 keeps it until it is evicted; absent uses the store's default. */
  readonly ttlMs?: number
}

/** A store gives back exactly the string that was put, lone surrogates and NULs included. */
export interface ArtifactStore {
  readonly kind: 'memory' | 'disk' | 'redis'
  /** Storing the same key again replaces the value and renews its time to live. */
  put(key: ArtifactKey, value: string, options?: PutOptions): Promise<void>
  /** `undefined` when unknown or expired. Throws `ArtifactStoreError` when the store cannot answer. */
  get(key: ArtifactKey): Promise<string | undefined>
  delete(key: ArtifactKey): Promise<boolean>
  usage(): Promise<ArtifactUsage>
  close(): Promise<void>
}

/** The store could not be reached or could not write; the caller goes on without it. */
export class ArtifactStoreError extends Error {
  readonly code = 'recovery_unavailable'
  override readonly name = 'ArtifactStoreError'
}
