// How long to wait before a server that went away is started again.

const FIRST_MS = 100
const LAST_MS = 30_000
/** A server that stayed up this long starts again without delay. */
const STABLE_MS = 30_000

export class Backoff {
  #failures = 0
  #upSince = 0

  connected(): void {
    this.#upSince = Date.now()
  }

  /** Milliseconds to wait now; doubles with every loss in a row. */
  next(): number {
    if (this.#upSince > 0 && Date.now() - this.#upSince > STABLE_MS) this.#failures = 0
    this.#upSince = 0
    return Math.min(FIRST_MS * 2 ** this.#failures++, LAST_MS)
  }
}
