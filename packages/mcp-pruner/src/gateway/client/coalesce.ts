// List-changed notifications: the first is sent at once, and those that follow shortly after are merged into
// one, since nothing newer follows it.

const MOMENT_MS = 200

export class Coalesce {
  readonly #send: (notice: string) => void
  readonly #waiting = new Map<string, { isRepeated: boolean }>()

  constructor(send: (notice: string) => void) {
    this.#send = send
  }

  notify(notice: string): void {
    const waiting = this.#waiting.get(notice)
    if (waiting) {
      waiting.isRepeated = true
      return
    }
    this.#send(notice)
    const state = { isRepeated: false }
    this.#waiting.set(notice, state)
    setTimeout(() => {
      this.#waiting.delete(notice)
      if (state.isRepeated) this.notify(notice)
    }, MOMENT_MS).unref()
  }
}
