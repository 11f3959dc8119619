// The store that survives a restart: one file an artifact in a folder that several servers may share.
// A file's modification time is the moment it expires, so age is known without opening it.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  alreadyHolds,
  encodeFile,
  fileNameOf,
  orMissing,
  readEntry,
  removeIf,
  renew,
  writeAtomically,
} from './disk-file.js'
import { DiskIndex } from './disk-index.js'
import { pack, prepare } from './packing.js'
import { assertArtifactKey } from './ref.js'
import type { ArtifactKey, ArtifactStore, PutOptions } from './store.js'
import { ArtifactStoreError } from './store.js'

export interface DiskStoreOptions {
  /** Created when something is first stored, readable by the user only. */
  readonly folder: string
  /** Default 256 MiB. */
  readonly maxBytes?: number
  /** Default 7 days since last stored or read. */
  readonly ttlMs?: number
  readonly now?: () => number
}

const FOREVER_MS = 10 * 365 * 86_400_000

export function diskStore(options: DiskStoreOptions): ArtifactStore {
  return new DiskStore(options)
}

class DiskStore implements ArtifactStore {
  readonly kind = 'disk'
  readonly #folder: string
  readonly #maxBytes: number
  readonly #ttlMs: number
  readonly #now: () => number
  readonly #index: DiskIndex
  #upkeep: Promise<void> = Promise.resolve()

  constructor({ folder, maxBytes = 268_435_456, ttlMs = 604_800_000, now }: DiskStoreOptions) {
    this.#folder = join(folder, 'artifacts')
    this.#maxBytes = maxBytes
    this.#ttlMs = ttlMs
    this.#now = now ?? Date.now
    this.#index = new DiskIndex(this.#folder, maxBytes, this.#now)
  }

  async put(key: ArtifactKey, value: string, { ttlMs = this.#ttlMs }: PutOptions = {}) {
    assertArtifactKey(key)
    await this.#guarded('write to', async () => {
      const name = fileNameOf(key)
      const path = join(this.#folder, name)
      const prepared = prepare(value)
      const expiresAt = this.#now() + (ttlMs || FOREVER_MS)
      const held = await alreadyHolds(path, key, ttlMs, prepared)
      if (held !== undefined && (await renew(path, expiresAt))) {
        this.#index.touch(name, held.size, expiresAt)
        return
      }
      const bytes = encodeFile(key, ttlMs, await pack(prepared))
      if (bytes.length > this.#maxBytes) {
        throw new ArtifactStoreError(
          `Artifact of ${bytes.length} bytes is over the store's bound of ${this.#maxBytes}`,
        )
      }
      await this.#write(name, bytes, expiresAt)
      this.#index.touch(name, bytes.length, expiresAt)
      this.#index.wrote(bytes.length)
      await this.#keepUp()
    })
  }

  async get(key: ArtifactKey): Promise<string | undefined> {
    assertArtifactKey(key)
    return this.#guarded('read from', async () => {
      const name = fileNameOf(key)
      const path = join(this.#folder, name)
      const entry = await readEntry(path, key)
      if (entry === undefined) {
        this.#index.forget(name)
        return undefined
      }
      const { stats, text, ttlMs } = entry
      if (text === undefined || stats.mtimeMs <= this.#now()) {
        this.#index.forget(name)
        await removeIf(
          this.#folder,
          name,
          (now) => now.ino === stats.ino && now.mtimeMs === stats.mtimeMs,
        )
        return undefined
      }
      const expiresAt = this.#now() + (ttlMs || FOREVER_MS)
      // A folder that can only be read still answers; the entry just does not grow younger.
      const renewed = await renew(path, expiresAt).catch(() => false)
      if (renewed) this.#index.touch(name, stats.size, expiresAt)
      return text
    })
  }

  async delete(key: ArtifactKey): Promise<boolean> {
    assertArtifactKey(key)
    return this.#guarded('delete from', async () => {
      const name = fileNameOf(key)
      this.#index.forget(name)
      return removeIf(this.#folder, name, () => true)
    })
  }

  async usage() {
    return this.#guarded('list', async () => {
      await this.#index.settled()
      if (this.#index.stale) await this.#index.scan()
      await this.#index.evict()
      return { entries: this.#index.size, bytes: this.#index.bytes, maxBytes: this.#maxBytes }
    })
  }

  async close(): Promise<void> {
    this.#index.stop()
    await this.#upkeep
  }

  async #write(name: string, bytes: Buffer, expiresAt: number): Promise<void> {
    const write = async () => {
      await writeAtomically(this.#folder, name, bytes, expiresAt)
      return true
    }
    if ((await orMissing(write())) === true) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await write()
  }

  /** Own writes hold the bound at once; reading the folder anew happens behind the answer. */
  async #keepUp(): Promise<void> {
    await this.#index.evict()
    if (!this.#index.stale) return
    this.#upkeep = this.#index
      .scan()
      .then(() => this.#index.evict())
      .catch(() => undefined)
  }

  async #guarded<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ArtifactStoreError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new ArtifactStoreError(
        `Cannot ${doing} the artifact folder ${this.#folder}: ${reason}`,
        {
          cause: error,
        },
      )
    }
  }
}
