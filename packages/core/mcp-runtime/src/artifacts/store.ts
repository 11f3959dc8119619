// Where whole outputs are kept while the caller sees a part of them. Memory, disk and Redis implement
// this one interface and share one test suite (store.case.ts).
import type { MCPCacheStats } from '@jeeves/contracts'

import type { ArtifactKey } from '../refs/artifact-ref.js'

export type { ArtifactKey }

export interface ArtifactUsage {
  readonly entries: number
  /** Bytes as stored, compressed or not. */
  readonly bytes: number
  readonly maxBytes: number
}

export interface PutOptions {
  /** 0 keeps it until it is evicted; absent uses the store's default. */
  readonly ttlMs?: number
  /** Stored only where no other entry has to go for it, for what may be lost sooner than what others rely on. */
  readonly ifRoom?: boolean
}

/** What a store met that its owner should know of, although the call goes on. */
export type StoreNotice =
  /** What was kept is not what was put; it is gone, and is stored anew when it is put again. */
  | { readonly event: 'store.damaged'; readonly key: ArtifactKey }
  /** Something in the store's folder that is not a file of it, left alone. */
  | { readonly event: 'store.skipped'; readonly name: string; readonly reason: string }

export type OnStoreNotice = (notice: StoreNotice) => void

/** 100 MiB. */
export const DEFAULT_MAX_BYTES = 104_857_600

/** A store that is full goes down to this share of its bound: what is stored only where there is room finds some. */
export const AFTER_EVICTION = 0.99

/** A store gives back exactly the string that was put, lone surrogates and NULs included. */
export interface ArtifactStore {
  readonly kind: 'memory' | 'disk' | 'redis'
  /**
   * Storing the same key again replaces the value and renews its time to live. The same text keeps the
   * longest time that anybody gave it: another server's id must not die of this one's shorter time.
   */
  put(key: ArtifactKey, value: string, options?: PutOptions): Promise<void>
  /** `undefined` when unknown or expired. Throws `ArtifactStoreError` when the store cannot answer. */
  get(key: ArtifactKey): Promise<string | undefined>
  delete(key: ArtifactKey): Promise<boolean>
  usage(): Promise<ArtifactUsage>
  close(): Promise<void>
  /** How full it is, of a store that lives in this process's memory. */
  memoryStats?(): MCPCacheStats | undefined
}

/** The longer of two times to live, where 0 is for ever. */
export const longerTtl = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : Math.max(a, b))

/** The store could not be reached or could not write; the caller goes on without it. */
export class ArtifactStoreError extends Error {
  readonly code = 'recovery_unavailable'
  override readonly name = 'ArtifactStoreError'
}
