// The engine has no clock of its own: it is given one, and checks it every few thousand characters
// of work, so that a slow text costs its caller a bounded wait.

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** Characters of work between two checks of the clock: about a quarter of a millisecond. */
const STRIDE = 16_384

export class Deadline {
  #left = STRIDE
  readonly #now: () => number
  readonly #at: number

  constructor(now: (() => number) | undefined, at: number | undefined) {
    this.#now = now ?? (() => 0)
    this.#at = now === undefined || at === undefined ? Number.POSITIVE_INFINITY : at
  }

  /** Accounts for `work` characters done; throws when the deadline has passed. */
  spend(work: number): void {
    this.#left -= work
    if (this.#left <= 0) this.check()
  }

  check(): void {
    this.#left = STRIDE
    if (this.#at !== Number.POSITIVE_INFINITY && this.#now() >= this.#at)
      throw new DeadlineExceeded()
  }
}
