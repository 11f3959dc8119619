// Where whole outputs are stored while the caller sees a part of them. Memory, disk and Redis implement
// this one interface and share one test suite (store.case.ts).
import type { MCPCacheStats } from '@jeeves/contracts'

import type { ArtifactKey } from '../refs/artifact-ref.js'

export type { ArtifactKey }

export interface ArtifactUsage {
  readonly entries: number
  /** Bytes as stored, after any compression. */
  readonly bytes: number
  readonly maxBytes: number
}

export interface PutOptions {
  /** 0 keeps it until it is evicted; absent uses the store's default. */
  readonly ttlMs?: number
  /** Stored only if nothing has to be evicted for it, for data that may be lost sooner than other data. */
  readonly ifRoom?: boolean
}

/** Problems that a store's owner should know about, although the call continues. */
export type StoreNotice =
  /** The stored value was damaged; it has been removed, and is stored again with the next put. */
  | { readonly event: 'store.damaged'; readonly key: ArtifactKey }
  /** Something in the store's folder that is not one of its files, left alone. */
  | { readonly event: 'store.skipped'; readonly name: string; readonly reason: string }

export type OnStoreNotice = (notice: StoreNotice) => void

/** 100 MiB. */
export const DEFAULT_MAX_BYTES = 104_857_600

/** A full store evicts down to this share of its bound, which leaves room for entries that never evict. */
export const AFTER_EVICTION = 0.99

/** A store returns exactly the string that was put, including lone surrogates and NULs. */
export interface ArtifactStore {
  readonly kind: 'memory' | 'disk' | 'redis'
  /**
   * Storing the same key again replaces the value and renews its time to live. The same text keeps the
   * longest time that anybody gave it: another server's id must not expire by this one's shorter time.
   */
  put(key: ArtifactKey, value: string, options?: PutOptions): Promise<void>
  /** `undefined` when unknown or expired. Throws `ArtifactStoreError` if the store is unavailable. */
  get(key: ArtifactKey): Promise<string | undefined>
  delete(key: ArtifactKey): Promise<boolean>
  usage(): Promise<ArtifactUsage>
  close(): Promise<void>
  /** How full it is, of a store that lives in this process's memory. */
  memoryStats?(): MCPCacheStats | undefined
}

/** The longer of two times to live, where 0 means forever. */
export const longerTtl = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : Math.max(a, b))

/** The store could not be reached or could not write; the caller continues without it. */
export class ArtifactStoreError extends Error {
  readonly code = 'recovery_unavailable'
  override readonly name = 'ArtifactStoreError'
}
