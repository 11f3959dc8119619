// The counts of a soak, named after its success metrics.

interface Share {
  right: number
  of: number
}

export class Tally {
  calls = 0
  readonly faults = new Map<string, number>()
  readonly timeouts: Share = { right: 0, of: 0 }
  readonly structure: Share = { right: 0, of: 0 }
  readonly validation: Share = { right: 0, of: 0 }
  readonly recovery: Share = { right: 0, of: 0 }
  /** Calls that were answered while Redis was away, with the text uncut or with the reason. */
  whole = 0
  /** In the service's store at the end. */
  keptBytes = 0
  /** Of the gateway, as sent. */
  largestAnswer = 0
  #answerBytes = 0
  #answers = 0
  readonly #wrong = new Map<string, number>()
  readonly #memory = new Map<string, number[]>()

  note(share: Share, isRight: boolean, what: string): void {
    share.of += 1
    if (isRight) share.right += 1
    else this.#wrong.set(what, (this.#wrong.get(what) ?? 0) + 1)
  }

  fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1)
  }

  answer(bytes: number): void {
    this.largestAnswer = Math.max(this.largestAnswer, bytes)
    this.#answerBytes += bytes
    this.#answers += 1
  }

  get averageAnswer(): number {
    return this.#answerBytes / Math.max(1, this.#answers)
  }

  memory(process: string, bytes: number): void {
    const samples = this.#memory.get(process) ?? []
    samples.push(bytes)
    this.#memory.set(process, samples)
  }

  /** The process that grew most: from the median of the second fifth of the run to that of the last. */
  get growth(): { readonly process: string; readonly bytes: number } {
    return [...this.#memory]
      .map(([process, samples]) => {
        const fifth = Math.max(1, Math.floor(samples.length / 5))
        const early = median(samples.slice(fifth, 2 * fifth))
        return { process, bytes: median(samples.slice(-fifth)) - early }
      })
      .reduce((most, each) => (each.bytes > most.bytes ? each : most))
  }

  get wrong(): string {
    return [...this.#wrong].map(([what, times]) => `${what} (${times})`).join(', ')
  }
}

export const percent = ({ right, of }: Share): string =>
  of === 0 ? '–' : `${((100 * right) / of).toFixed(right === of ? 0 : 2)} % of ${of}`

function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
