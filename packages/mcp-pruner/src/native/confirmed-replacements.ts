// A replacement counts only when the client's own session record shows it: clients silently drop what they do not
// understand. Checked at the next call and when the server ends.
import { tailContains } from '../clients/sessions/words-before-call.js'

export interface Replacement {
  readonly pruneId: string
  readonly transcript: string
  readonly count: () => void
}

const MAX_WAITING = 200
/** A replacement that is missing after so many further calls was dropped. */
const MAX_LOOKS = 20

export class ConfirmedReplacements {
  #waiting: { readonly replacement: Replacement; looks: number }[] = []

  add(replacement: Replacement): void {
    this.#waiting.push({ replacement, looks: 0 })
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
  }

  async look(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    for (const each of waiting) {
      const { pruneId, transcript, count } = each.replacement
      each.looks += 1
      if (await tailContains(transcript, pruneId)) count()
      else if (each.looks < MAX_LOOKS) this.#waiting.push(each)
    }
  }
}
