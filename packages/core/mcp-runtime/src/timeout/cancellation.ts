// A cancellation that costs little to make: nearly every call ends without one, and an `AbortSignal` takes several
// microseconds. Who needs a real signal makes one of it.

/** What an `AbortSignal` and a `Canceller` can both be asked. */
export interface Cancellation {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export class Canceller implements Cancellation {
  aborted = false
  reason: unknown
  #listeners: (() => void)[] = []
  #controller: AbortController | undefined

  /** Only the first abort counts. */
  abort(reason?: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.#controller?.abort(reason)
    for (const listener of this.#listeners.splice(0)) listener()
  }

  addEventListener(_: 'abort', listener: () => void): void {
    if (!this.aborted) this.#listeners.push(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener)
    if (at !== -1) this.#listeners.splice(at, 1)
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.aborted) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }
}

/** For what takes real signals only: processes, requests, timers. */
export const signalOf = (cancellation: Cancellation): AbortSignal =>
  cancellation instanceof Canceller ? cancellation.signal : (cancellation as AbortSignal)
