// Holds the bound of a folder that several processes write to. Each tells the others how much it writes;
// the folder is added up anew only when that could have passed the bound, after the answer where possible.
import { DiskBooks } from './disk-books.js'
import { DiskIndex } from './disk-index.js'
import { onceEach, scanFolder } from './disk-scan.js'
import { AFTER_EVICTION, type ArtifactUsage, type OnStoreNotice } from './store.js'

const RESCAN_AFTER_MS = 300_000
/** Where others write too, room is made for what they write until the next reading of the folder. */
const SHARED_TARGET = 0.9

export class DiskUpkeep {
  readonly index: DiskIndex
  readonly #books: DiskBooks
  readonly #folder: string
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #onOdd: (name: string, reason: string) => void
  #readAt = Number.NEGATIVE_INFINITY
  /** Of the folder, as another process left word, until this one has read it. */
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

  /** As far as can be told without reading the folder, which a put before this one has set about. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    await this.#running
    if (this.#isUnread) await this.#believeOthers()
    else this.#foreignBytes = await this.#books.foreign()
    return this.#knownBytes + bytes <= this.#maxBytes
  }

  /** Rejects with ENOENT when there is no place for the folder yet. */
  async beforeWrite(bytes: number): Promise<void> {
    if (this.#isOver) await this.#running
    this.#foreignBytes = await this.#books.add(bytes)
    if (this.#isUnread) await this.#believeOthers()
  }

  /** A process that lives for one call does not read the folder if another one's word will do. */
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

  /** Waits for a reading of the folder that is under way. */
  async settled(): Promise<void> {
    await this.#running
  }

  get #isOver(): boolean {
    return this.#knownBytes > this.#maxBytes
  }

  get #knownBytes(): number {
    return this.index.bytes + this.#untoldBytes + this.#foreignBytes
  }

  /** What this process did is all that happened in the folder since it read it. */
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
