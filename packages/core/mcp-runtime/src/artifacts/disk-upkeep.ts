// Enforces the bound of a folder that several processes write to. Each announces how much it writes;
// the folder is summed up again only when that could have passed the bound, after the answer where possible.
import { DiskBooks } from './disk-books.js'
import { DiskIndex } from './disk-index.js'
import { onceEach, scanFolder } from './disk-scan.js'
import { AFTER_EVICTION, type ArtifactUsage, type OnStoreNotice } from './store.js'

const RESCAN_AFTER_MS = 300_000
/** If others write too, room is made for what they write until the folder is read next. */
const SHARED_TARGET = 0.9

export class DiskUpkeep {
  readonly index: DiskIndex
  readonly #books: DiskBooks
  readonly #folder: string
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #onOdd: (name: string, reason: string) => void
  #readAt = Number.NEGATIVE_INFINITY
  /** Of the folder, as published by another process, until this one has read it. */
  #untoldBytes = 0
  /** What the others may have added since. */
  #foreignBytes = 0
  #running: Promise<void> | undefined

  constructor(folder: string, maxBytes: number, now: () => number, onNotice: OnStoreNotice) {
    this.index = new DiskIndex(folder)
    this.#books = new DiskBooks(folder)
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#now = now
    this.#onOdd = onceEach(onNotice)
  }

  /** As far as known without reading the folder, which an earlier put has started. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    await this.#running
    if (this.#isUnread) await this.#believeOthers()
    else this.#foreignBytes = await this.#books.foreign()
    return this.#knownBytes + bytes <= this.#maxBytes
  }

  /** Rejects with ENOENT if the folder cannot be created yet. */
  async beforeWrite(bytes: number): Promise<void> {
    if (this.#isOver) await this.#running
    this.#foreignBytes = await this.#books.add(bytes)
    if (this.#isUnread) await this.#believeOthers()
  }

  /** A process that lives for one call does not read the folder if another one's figure is enough. */
  async #believeOthers(): Promise<void> {
    const estimate = await this.#books.estimate()
    this.#untoldBytes = estimate ?? Number.POSITIVE_INFINITY
    if (estimate !== undefined) this.#readAt = performance.now()
  }

  async afterWrite(): Promise<void> {
    if (!this.#isOver && !this.#isStale) return
    if (this.#isAlone && !this.#isStale) await this.index.evict(this.#maxBytes * AFTER_EVICTION)
    else this.#start()
  }

  async usage(): Promise<ArtifactUsage> {
    await this.#running
    this.#foreignBytes = await this.#books.foreign()
    if (this.#isUnread || this.#isStale || !this.#isAlone) await this.#readAndEvict()
    else if (this.#isOver) await this.index.evict(this.#maxBytes * AFTER_EVICTION)
    return { entries: this.index.size, bytes: this.index.bytes, maxBytes: this.#maxBytes }
  }

  /** Waits for a running read of the folder. */
  async settled(): Promise<void> {
    await this.#running
  }

  get #isOver(): boolean {
    return this.#knownBytes > this.#maxBytes
  }

  get #knownBytes(): number {
    return this.index.bytes + this.#untoldBytes + this.#foreignBytes
  }

  /** Nothing but this process's own changes happened in the folder since it read it. */
  get #isAlone(): boolean {
    return this.#untoldBytes === 0 && this.#foreignBytes === 0
  }

  get #isUnread(): boolean {
    return this.#readAt === Number.NEGATIVE_INFINITY
  }

  get #isStale(): boolean {
    return performance.now() - this.#readAt > RESCAN_AFTER_MS
  }

  #start(): void {
    this.#running ??= this.#readAndEvict()
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined
      })
  }

  async #readAndEvict(): Promise<void> {
    const isShared = !this.#isAlone && this.#untoldBytes !== Number.POSITIVE_INFINITY
    this.#readAt = performance.now()
    this.index.beginReading()
    const removeExpiredBefore = await this.#books.begin(this.#now())
    this.#untoldBytes = 0
    this.#foreignBytes = 0
    const { entries, unfinishedBytes } = await scanFolder(this.#folder, {
      now: this.#now(),
      removeExpiredBefore,
      onOdd: this.#onOdd,
    })
    this.index.finishReading(entries, unfinishedBytes)
    const target = this.#maxBytes * (isShared ? SHARED_TARGET : AFTER_EVICTION)
    if (this.index.bytes > this.#maxBytes) await this.index.evict(target)
    await this.#books.finish(this.index.bytes).catch(() => undefined)
  }
}
