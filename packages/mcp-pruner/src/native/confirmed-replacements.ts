// A replacement counts only when the client's own session record shows it: clients silently drop what they do not
// understand. Checked at the next call and when the server ends.
import { readTail } from '../clients/sessions/words-before-call.js'

export interface Replacement {
  readonly pruneId: string
  readonly transcript: string
  readonly count: () => void
}

const MAX_PENDING = 200
/** A replacement that is missing after so many further calls was dropped. */
const MAX_CHECKS = 20

export class ConfirmedReplacements {
  #pending: { readonly replacement: Replacement; checks: number }[] = []

  add(replacement: Replacement): void {
    this.#pending.push({ replacement, checks: 0 })
    if (this.#pending.length > MAX_PENDING) this.#pending.shift()
  }

  async check(): Promise<void> {
    const pending = this.#pending
    this.#pending = []
    // Of megabytes, and usually the same record for all of them.
    const tails = new Map<string, Buffer>()
    for (const each of pending) {
      const { pruneId, transcript, count } = each.replacement
      each.checks += 1
      const tail = tails.get(transcript) ?? (await readTail(transcript))
      tails.set(transcript, tail)
      if (tail.includes(pruneId)) count()
      else if (each.checks < MAX_CHECKS) this.#pending.push(each)
    }
  }
}
