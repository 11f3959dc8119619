// What a session cost by the client's own figures, and what it would have cost with shorter outputs. An output
// is paid for in full in the request after it, and again in every later one, at that request's own share of
// cached tokens, until the client compacts the conversation.
import type { RecordedUsage } from '../../clients/sessions/session-event.js'
import type { SessionCost } from './replay-figures.js'

const PRICE = { cached: 0.1, written: 1.25, output: 5 } as const
/** A request that is this much smaller than the one before does not hold the old outputs any more. */
const COMPACTED = 0.5

export class CostMeter {
  #recorded = 0
  #pruned = 0
  #requests = 0
  /** Tokens spared in the conversation so far, and those that the next request carries for the first time. */
  #spared = 0
  #fresh = 0
  #lastInput = 0

  request({ inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens }: RecordedUsage): void {
    this.#requests += 1
    const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens)
    const cost =
      plain +
      cachedInputTokens * PRICE.cached +
      cacheWriteTokens * PRICE.written +
      outputTokens * PRICE.output
    if (inputTokens < this.#lastInput * COMPACTED) this.#spared = 0
    const cachedShare = inputTokens > 0 ? cachedInputTokens / inputTokens : 0
    const old = cachedShare * PRICE.cached + (1 - cachedShare)
    const first = cacheWriteTokens > 0 ? PRICE.written : 1
    // Estimates must not take more out of a request than was in it.
    this.#fresh = Math.min(this.#fresh, inputTokens - this.#spared)
    this.#recorded += cost
    this.#pruned += cost - this.#spared * old - this.#fresh * first
    this.#spared += this.#fresh
    this.#fresh = 0
    this.#lastInput = inputTokens
  }

  /** Tokens that pruning takes out of the conversation; negative when recovery puts more in. */
  spare(tokens: number): void {
    this.#fresh += tokens
  }

  /** One more request, to have back what is missing: the conversation so far from the cache. */
  extraTurn(): void {
    this.#pruned += this.#lastInput * PRICE.cached
  }

  get cost(): SessionCost | undefined {
    // Some records hold usage of nothing but zeros.
    if (this.#requests === 0 || this.#recorded === 0) return undefined
    return { recorded: Math.round(this.#recorded), pruned: Math.round(this.#pruned) }
  }
}
