// The store that survives a restart: one file per artifact in a folder that several servers may share.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assertArtifactKey } from '../refs/artifact-ref.js'
import {
  compareEntry,
  type EntryTimes,
  orMissing,
  readEntry,
  removeIf,
  renew,
  writeAtomically,
} from './disk-file.js'
import { assertPrivate, makeFolder } from './disk-folder.js'
import { encodeFile, fileNameOf } from './disk-layout.js'
import { restoreAsides } from './disk-scan.js'
import { DiskUpkeep } from './disk-upkeep.js'
import { prepare } from './fingerprint.js'
import { pack } from './packing.js'
import type { ArtifactKey, ArtifactStore, OnStoreNotice, PutOptions } from './store.js'
import { ArtifactStoreError, DEFAULT_MAX_BYTES, longerTtl } from './store.js'

export interface DiskStoreOptions {
  /** Created on the first put, readable by the user only. */
  readonly folder: string
  /** Default 100 MiB. */
  readonly maxBytes?: number
  /** Default 7 days since last stored or read. */
  readonly ttlMs?: number
  readonly now?: () => number
  readonly onNotice?: OnStoreNotice
}

const FOREVER_MS = 10 * 365 * 86_400_000
/** How often a miss may make this process look for what a killed one had moved aside. */
const ASIDE_CHECK_MS = 1_000

export function diskStore(options: DiskStoreOptions): ArtifactStore {
  return new DiskStore(options)
}

class DiskStore implements ArtifactStore {
  readonly kind = 'disk'
  readonly #folder: string
  readonly #maxBytes: number
  readonly #ttlMs: number
  readonly #now: () => number
  readonly #onNotice: OnStoreNotice
  readonly #upkeep: DiskUpkeep
  #isPrivate = false
  #asidesCheckedAt = Number.NEGATIVE_INFINITY

  constructor(options: DiskStoreOptions) {
    this.#folder = join(options.folder, 'artifacts')
    this.#maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
    this.#ttlMs = options.ttlMs ?? 604_800_000
    this.#now = options.now ?? Date.now
    this.#onNotice = options.onNotice ?? (() => undefined)
    this.#upkeep = new DiskUpkeep(this.#folder, this.#maxBytes, this.#now, this.#onNotice)
  }

  async put(key: ArtifactKey, value: string, options: PutOptions = {}) {
    const { ttlMs = this.#ttlMs, ifRoom = false } = options
    assertArtifactKey(key)
    await this.#guarded('write to', async () => {
      const name = fileNameOf(key)
      const path = join(this.#folder, name)
      const prepared = prepare(value)
      const stored = compareEntry(path, key, prepared)
      if (stored.state === 'damaged') this.#onNotice({ event: 'store.damaged', key })
      if (stored.state === 'same' && longerTtl(stored.ttlMs, ttlMs) === stored.ttlMs) {
        const times = this.#times(stored.ttlMs)
        if (renew(path, times)) {
          this.#upkeep.index.touch(name, stored.stats.size, times)
          return
        }
      }
      const bytes = encodeFile(key, ttlMs, await pack(prepared))
      if (bytes.length > this.#maxBytes) {
        throw new ArtifactStoreError(
          `Artifact of ${bytes.length} bytes is over the store's bound of ${this.#maxBytes}`,
        )
      }
      if (ifRoom && !(await this.#upkeep.hasRoomFor(bytes.length))) return
      await this.#write(name, bytes, this.#times(ttlMs))
    })
  }

  async get(key: ArtifactKey): Promise<string | undefined> {
    assertArtifactKey(key)
    return this.#guarded('read from', async () => {
      const name = fileNameOf(key)
      const path = join(this.#folder, name)
      const entry = (await readEntry(path, key)) ?? (await this.#readPutBack(path, key))
      if (entry === undefined) {
        this.#upkeep.index.forget(name)
        return undefined
      }
      const { stats, text, ttlMs } = entry
      if (text === undefined) {
        this.#onNotice({ event: 'store.damaged', key })
        this.#upkeep.index.forget(name)
        await removeIf(this.#folder, name, ({ ino }) => ino === stats.ino)
        return undefined
      }
      // Left where it is: the clock may be wrong, and removal needs a second check.
      if (stats.mtimeMs <= this.#now()) return undefined
      const times = this.#times(ttlMs)
      // A read-only folder still answers; only the entry's age is not renewed.
      try {
        if (renew(path, times)) this.#upkeep.index.touch(name, stats.size, times)
      } catch {}
      return text
    })
  }

  async delete(key: ArtifactKey): Promise<boolean> {
    assertArtifactKey(key)
    return this.#guarded('delete from', async () => {
      const name = fileNameOf(key)
      this.#upkeep.index.forget(name)
      return removeIf(this.#folder, name, () => true)
    })
  }

  async usage() {
    return this.#guarded('list', () => this.#upkeep.usage())
  }

  async close(): Promise<void> {
    await this.#upkeep.settled()
  }

  #times(ttlMs: number): EntryTimes {
    const usedAt = this.#now()
    return { usedAt, expiresAt: usedAt + (ttlMs || FOREVER_MS) }
  }

  async #write(name: string, bytes: Buffer, times: EntryTimes): Promise<void> {
    const write = async () => {
      await this.#upkeep.beforeWrite(bytes.length)
      await writeAtomically(this.#folder, name, bytes, times)
      return true
    }
    if ((await orMissing(write())) !== true) {
      await makeFolder(this.#folder)
      await write()
    }
    this.#upkeep.index.touch(name, bytes.length, times)
    await this.#upkeep.afterWrite()
  }

  /** A process killed during an eviction may have left a live entry aside. */
  async #readPutBack(path: string, key: ArtifactKey) {
    const elapsed = performance.now() - this.#asidesCheckedAt
    if (elapsed < ASIDE_CHECK_MS) return undefined
    this.#asidesCheckedAt = performance.now()
    const names = await orMissing(readdir(this.#folder))
    return (await restoreAsides(this.#folder, names ?? [])) ? readEntry(path, key) : undefined
  }

  async #guarded<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      if (!this.#isPrivate) await assertPrivate(this.#folder)
      this.#isPrivate = true
      return await work()
    } catch (error) {
      if (error instanceof ArtifactStoreError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new ArtifactStoreError(
        `Cannot ${doing} the artifact folder ${this.#folder}: ${reason}`,
        { cause: error },
      )
    }
  }
}
