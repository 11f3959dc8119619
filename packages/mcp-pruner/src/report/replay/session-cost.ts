// What a session cost, and what it would have cost with shorter outputs, in dollars. An output joins the conversation
// after the request that asked for it and is paid for in every later request until the conversation is compacted:
// at the price of its position, which is first written to the cache and then read from it.
import type { RecordedUsage } from '../../clients/sessions/session-event.js'
import { costOfRequest, type ModelPrices, tokenPrices } from '../prices/price-table.js'

export interface SessionRequest {
  readonly usage: RecordedUsage
  readonly prices: ModelPrices
  /** The conversation was compacted before it: nothing older is in it. */
  readonly isCompacted: boolean
}

/** An output that would have been shorter. */
export interface Cut {
  /** Index of the request that asked for it. */
  readonly after: number
  /** Tokens of other outputs between that request and this one. */
  readonly offset: number
  /** Tokens that would not have been shown. */
  readonly tokens: number
  /** A needed line was among them: the cost of recovering it. */
  readonly miss?: { readonly block: number; readonly whole: number }
}

/** Dollars saved: without charging misses, with the cut run recovered for each, with the whole output read again. */
export interface Saved {
  readonly high: number
  readonly middle: number
  readonly low: number
}

/** Assumptions that cannot be read from a recording. */
export interface Assumptions {
  /** Tokens of a recovery call, as the model writes it. */
  readonly callTokens: number
  /** Visible use is a lower bound: so many misses are charged for each visible one. */
  readonly missesPerSeen: number
}

export const ASSUMPTIONS: Assumptions = { callTokens: 100, missesPerSeen: 1 }
/** A request that is this much smaller than the previous one does not contain the old outputs any more. */
const COMPACTED = 0.5

export const costOfSession = (requests: readonly SessionRequest[]): number =>
  requests.reduce(
    (sum, { usage, prices }) => sum + costOfRequest(usage, tokenPrices(prices, usage.inputTokens)),
    0,
  )

export function savedBy(
  cut: Cut,
  requests: readonly SessionRequest[],
  assumed: Assumptions = ASSUMPTIONS,
): Saved {
  const { miss, tokens } = cut
  const high = costOfCarrying(cut, tokens, requests)
  if (!miss) return { high, middle: high, low: high }
  const turn = costOfTurn(cut, requests, assumed.callTokens)
  const less = (recovered: number) =>
    assumed.missesPerSeen * (costOfCarrying(cut, recovered, requests) + turn)
  return { high, middle: high - less(miss.block), low: high - less(miss.whole) }
}

type Position = Pick<Cut, 'after' | 'offset'>

/** Tokens before the output in the first request that carries it. */
function startOf({ after, offset }: Position, requests: readonly SessionRequest[]): number {
  const asked = requests[after]?.usage
  return asked ? asked.inputTokens + asked.outputTokens + offset : offset
}

/** The dollar cost of so many tokens in the output's position, in all requests that carry them. */
export function costOfCarrying(
  cut: Position,
  tokens: number,
  requests: readonly SessionRequest[],
): number {
  const from = startOf(cut, requests)
  let sum = 0
  let until = from + tokens
  for (const [i, request] of carriedBy(cut.after, requests).entries()) {
    // No more can be removed from the first request that carries it than it has grown by.
    if (i === 0) until = Math.min(until, Math.max(from, request.usage.inputTokens))
    sum += costOfRange(from, until, request)
  }
  return sum
}

/**
 * The dollar cost of so many more tokens in an output's position: what an actual cut has saved. The
 * requests do not contain them, so each is priced at the position where they would begin.
 */
export function costOfAdding(
  cut: Position,
  tokens: number,
  requests: readonly SessionRequest[],
): number {
  const from = startOf(cut, requests)
  return carriedBy(cut.after, requests).reduce(
    (sum, request) => sum + tokens * priceAt(from, request),
    0,
  )
}

export function priceAt(position: number, { usage, prices }: SessionRequest): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, hourWriteTokens = 0 } = usage
  const price = tokenPrices(prices, inputTokens)
  if (position < cachedInputTokens) return price.cacheRead
  // A client that writes to the cache writes everything new, except for the last few tokens.
  if (cacheWriteTokens === 0) return price.input
  const hourShare = Math.min(1, hourWriteTokens / cacheWriteTokens)
  return price.cacheWrite * (1 - hourShare) + price.hourWrite * hourShare
}

/** How many requests carried it: the tokens count so many times. */
export const timesCarried = (after: number, requests: readonly SessionRequest[]): number =>
  carriedBy(after, requests).length

function carriedBy(after: number, requests: readonly SessionRequest[]): readonly SessionRequest[] {
  const end = requests.findIndex(
    ({ usage, isCompacted }, i) =>
      i > after + 1 &&
      (isCompacted || usage.inputTokens < (requests[i - 1]?.usage.inputTokens ?? 0) * COMPACTED),
  )
  return requests.slice(after + 1, end === -1 ? undefined : end)
}

/** The cached part of a request comes first, then what is written to the cache, then the rest. */
function costOfRange(from: number, until: number, { usage, prices }: SessionRequest): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, hourWriteTokens = 0 } = usage
  const price = tokenPrices(prices, inputTokens)
  const hourShare = cacheWriteTokens > 0 ? Math.min(1, hourWriteTokens / cacheWriteTokens) : 0
  const write = price.cacheWrite * (1 - hourShare) + price.hourWrite * hourShare
  const written = cachedInputTokens + cacheWriteTokens
  return (
    overlap(from, until, 0, cachedInputTokens) * price.cacheRead +
    overlap(from, until, cachedInputTokens, written) * write +
    overlap(from, until, written, inputTokens) * price.input
  )
}

const overlap = (from: number, until: number, start: number, end: number): number =>
  Math.max(0, Math.min(until, end) - Math.max(from, start))

/** Tokens that a model wrote in a request. */
export function costOfWriting(tokens: number, request: SessionRequest | undefined): number {
  if (!request) return 0
  return tokens * tokenPrices(request.prices, request.usage.inputTokens).output
}

/** One more request: the conversation from the cache, and the call. */
export function costOfTurn(
  { after }: Position,
  requests: readonly SessionRequest[],
  callTokens: number,
): number {
  const next = requests[after + 1] ?? requests[after]
  if (!next) return 0
  const { cacheRead, output } = tokenPrices(next.prices, next.usage.inputTokens)
  return next.usage.inputTokens * cacheRead + callTokens * output
}
