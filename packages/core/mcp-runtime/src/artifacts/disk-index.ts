// The disk store's view of its folder: sizes and times, longest unused first. It is updated
// by this process's own calls and read from the folder when others have written too.
import type { Stats } from 'node:fs'
import type { EntryTimes } from './disk-file.js'
import { removeIf } from './disk-file.js'
import type { FoundEntry } from './disk-scan.js'

/** File systems and conversions round times; smaller differences do not count. */
const ROUNDING_MS = 1.5

interface Entry {
  readonly bytes: number
  readonly atimeMs: number
  readonly mtimeMs: number
}

export class DiskIndex {
  bytes = 0
  #entries = new Map<string, Entry>()
  /** This process's changes while the folder was read, which the listing may have missed. */
  #meanwhile: Map<string, Entry | undefined> | undefined
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  get size(): number {
    return this.#entries.size
  }

  /** Records a write, a renewal or a read, and moves the entry to the young end. */
  touch(name: string, bytes: number, { usedAt, expiresAt }: EntryTimes): void {
    this.#set(name, { bytes, atimeMs: usedAt, mtimeMs: expiresAt })
  }

  forget(name: string): void {
    this.#meanwhile?.set(name, undefined)
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    this.bytes -= entry.bytes
    this.#entries.delete(name)
  }

  beginReading(): void {
    this.#meanwhile = new Map()
  }

  /** `found` longest unused first; `otherBytes` are in the folder too, but cannot be evicted. */
  finishReading(found: readonly FoundEntry[], otherBytes: number): void {
    const meanwhile = this.#meanwhile ?? new Map<string, Entry | undefined>()
    this.#meanwhile = undefined
    this.#entries = new Map(found.map(({ name, stats }) => [name, entryOf(stats)]))
    this.bytes = found.reduce((sum, { stats }) => sum + stats.size, otherBytes)
    for (const [name, entry] of meanwhile) {
      if (entry === undefined) this.forget(name)
      else this.#set(name, entry)
    }
  }

  /** Removes the longest unused until at most `target` bytes are left; what was used meanwhile stays. */
  async evict(target: number): Promise<void> {
    for (const [name, entry] of this.#entries) {
      if (this.bytes <= target) return
      this.forget(name)
      const used: { stats?: Stats } = {}
      const gone = await removeIf(this.#folder, name, (stats) => {
        if (isAsSeen(stats, entry)) return true
        used.stats = stats
        return false
      })
      if (!gone && used.stats !== undefined) this.#set(name, entryOf(used.stats))
    }
  }

  #set(name: string, entry: Entry): void {
    this.forget(name)
    this.#entries.set(name, entry)
    this.#meanwhile?.set(name, entry)
    this.bytes += entry.bytes
  }
}

const entryOf = ({ size, atimeMs, mtimeMs }: Stats): Entry => ({ bytes: size, atimeMs, mtimeMs })

const isAsSeen = (stats: Stats, seen: Entry): boolean =>
  Math.abs(stats.atimeMs - seen.atimeMs) < ROUNDING_MS &&
  Math.abs(stats.mtimeMs - seen.mtimeMs) < ROUNDING_MS
