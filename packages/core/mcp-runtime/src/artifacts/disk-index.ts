// What the disk store believes is in its folder: sizes and expiry times, soonest to expire first. It is
// read from the folder once, kept up to date by this process's own calls, and read again now and then
// for what other processes did, so that no call lists the folder.
import type { Dirent } from 'node:fs'
import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isEntryName, isTempName, orMissing, removeIf } from './disk-file.js'

/** A writer that takes longer than this has died. */
const TEMP_LEFTOVER_MS = 600_000
const RESCAN_AFTER_MS = 300_000
/** Few enough that a scan does not hold up other file work of the process. */
const STATS_AT_ONCE = 4

interface Entry {
  bytes: number
  expiresAt: number
}

export class DiskIndex {
  bytes = 0
  #entries = new Map<string, Entry>()
  #scannedAt = Number.NEGATIVE_INFINITY
  #writtenSinceScan = 0
  #scan: Promise<void> | undefined
  #stopped = false
  /** What this process did while a scan was under way, which the scan may not have seen. */
  #meanwhile: Map<string, Entry | undefined> | undefined
  readonly #folder: string
  readonly #maxBytes: number
  readonly #now: () => number

  constructor(folder: string, maxBytes: number, now: () => number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#now = now
  }

  get size(): number {
    return this.#entries.size
  }

  /** Notes a write, a renewal or a read, and moves the entry to the young end. */
  touch(name: string, bytes: number, expiresAt: number): void {
    this.forget(name)
    this.#entries.set(name, { bytes, expiresAt })
    this.#meanwhile?.set(name, { bytes, expiresAt })
    this.bytes += bytes
  }

  wrote(bytes: number): void {
    this.#writtenSinceScan += bytes
  }

  forget(name: string): void {
    this.#meanwhile?.set(name, undefined)
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    this.bytes -= entry.bytes
    this.#entries.delete(name)
  }

  /** Other processes write too; their share is noticed after a sixteenth of the bound or five minutes. */
  get stale(): boolean {
    return (
      this.#writtenSinceScan > this.#maxBytes / 16 ||
      this.#now() - this.#scannedAt > RESCAN_AFTER_MS
    )
  }

  async scan(): Promise<void> {
    this.#scan ??= this.#read().finally(() => {
      this.#scan = undefined
    })
    return this.#scan
  }

  /** Gives up a scan that is under way: nothing depends on its end. */
  stop(): void {
    this.#stopped = true
  }

  /** Waits for a scan that is under way. */
  async settled(): Promise<void> {
    await this.#scan?.catch(() => undefined)
  }

  /** Removes the expired and then the oldest until the bound holds; what was renewed meanwhile stays. */
  async evict(): Promise<void> {
    for (const [name, entry] of this.#entries) {
      if (this.bytes <= this.#maxBytes && entry.expiresAt > this.#now()) return
      this.forget(name)
      const renewed = { at: 0, bytes: 0 }
      const gone = await removeIf(this.#folder, name, (stats) => {
        if (stats.mtimeMs <= entry.expiresAt + 1) return true
        renewed.at = stats.mtimeMs
        renewed.bytes = stats.size
        return false
      })
      if (!gone && renewed.at > 0) this.touch(name, renewed.bytes, renewed.at)
    }
  }

  async #read(): Promise<void> {
    this.#stopped = false
    this.#writtenSinceScan = 0
    this.#scannedAt = this.#now()
    const meanwhile = new Map<string, Entry | undefined>()
    this.#meanwhile = meanwhile
    const names = (await orMissing(readdir(this.#folder, { withFileTypes: true }))) ?? []
    const found: [string, Entry][] = []
    for (let i = 0; i < names.length; i += STATS_AT_ONCE) {
      if (this.#stopped) return
      const slice = names.slice(i, i + STATS_AT_ONCE)
      for (const entry of await Promise.all(slice.map((item) => this.#inspect(item)))) {
        if (entry !== undefined) found.push(entry)
      }
    }
    found.sort(([, a], [, b]) => a.expiresAt - b.expiresAt)
    this.#entries = new Map(found)
    this.bytes = found.reduce((sum, [, entry]) => sum + entry.bytes, 0)
    this.#meanwhile = undefined
    for (const [name, entry] of meanwhile) {
      if (entry === undefined) this.forget(name)
      else this.touch(name, entry.bytes, entry.expiresAt)
    }
  }

  async #inspect(item: Dirent): Promise<[string, Entry] | undefined> {
    const path = join(this.#folder, item.name)
    const stats = await orMissing(stat(path))
    if (stats === undefined) return undefined
    if (isTempName(item.name)) {
      if (stats.ctimeMs < this.#now() - TEMP_LEFTOVER_MS) await orMissing(unlink(path))
      return undefined
    }
    if (!isEntryName(item.name)) return undefined
    if (stats.mtimeMs <= this.#now()) {
      await removeIf(this.#folder, item.name, ({ mtimeMs }) => mtimeMs <= this.#now())
      return undefined
    }
    return [item.name, { bytes: stats.size, expiresAt: stats.mtimeMs }]
  }
}
