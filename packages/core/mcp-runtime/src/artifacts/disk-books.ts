// What the processes that share a folder publish for each other, so that none has to list it on every call: how
// much has been written since the folder was last summed up, and when it was last checked for expired
// files. All of it may be lost or wrong; then the folder is read again.
import { readFile, stat } from 'node:fs/promises'
import { appendBytes, emptyFile, replaceFile } from '../files/index.js'
import { orMissing } from './disk-file.js'

/** Each byte of the odometer represents this many bytes written. */
const UNIT_BYTES = 4096
const ODOMETER_MAX_BYTES = 1_048_576
/** Expired files are removed when two checks this far apart agree: a clock that is wrong for one start is not trusted. */
const SECOND_LOOK_MS = 3_600_000

interface Summary {
  /** The folder's size when it was summed up. */
  readonly bytes: number
  /** The odometer's value then. */
  readonly odometer: number
  readonly lookedAt: number
}

export class DiskBooks {
  readonly #odometerFile: string
  readonly #summaryFile: string
  #base = 0
  #ownUnits = 0
  #lookedAt = 0

  /** The files are next to the folder, which contains entries only. */
  constructor(folder: string) {
    this.#odometerFile = `${folder}.written`
    this.#summaryFile = `${folder}.summary.json`
  }

  /** Announces a write that is about to happen; returns what others wrote since `begin` or `estimate`. */
  async add(bytes: number): Promise<number> {
    const units = Math.ceil(bytes / UNIT_BYTES)
    this.#ownUnits += units
    await appendBytes(this.#odometerFile, Buffer.alloc(units))
    return this.foreign()
  }

  async foreign(): Promise<number> {
    const now = await this.#odometer()
    // It was reset: what happened since is unknown.
    if (now < this.#base) return Number.POSITIVE_INFINITY
    return Math.max(0, now - this.#base - this.#ownUnits) * UNIT_BYTES
  }

  /** The folder's maximum size, as published by the last process that summed it up. */
  async estimate(): Promise<number | undefined> {
    const summary = await this.#summary()
    if (summary === undefined) return undefined
    const now = await this.#odometer()
    if (now < summary.odometer) return undefined
    this.#base = now
    this.#ownUnits = 0
    return summary.bytes + (now - summary.odometer) * UNIT_BYTES
  }

  /** Before the folder is summed up. Returns the time before which a file must have expired to be removed. */
  async begin(now: number): Promise<number> {
    if ((await this.#odometer()) > ODOMETER_MAX_BYTES) {
      await orMissing(emptyFile(this.#odometerFile))
    }
    this.#base = await this.#odometer()
    this.#ownUnits = 0
    const last = (await this.#summary())?.lookedAt
    const isSecondLook = last !== undefined && now - last >= SECOND_LOOK_MS
    this.#lookedAt = last === undefined || now < last || isSecondLook ? now : last
    return isSecondLook ? last : Number.NEGATIVE_INFINITY
  }

  /** After the folder was summed up. */
  async finish(bytes: number): Promise<void> {
    const summary: Summary = { bytes, odometer: this.#base, lookedAt: this.#lookedAt }
    await replaceFile(this.#summaryFile, JSON.stringify(summary))
  }

  async #odometer(): Promise<number> {
    return (await orMissing(stat(this.#odometerFile)))?.size ?? 0
  }

  async #summary(): Promise<Summary | undefined> {
    const text = await orMissing(readFile(this.#summaryFile, 'utf8'))
    try {
      const { bytes, odometer, lookedAt } = JSON.parse(text ?? '') as Partial<Summary>
      const isWhole = [bytes, odometer, lookedAt].every((value) => Number.isFinite(value))
      return isWhole ? ({ bytes, odometer, lookedAt } as Summary) : undefined
    } catch {
      return undefined
    }
  }
}
