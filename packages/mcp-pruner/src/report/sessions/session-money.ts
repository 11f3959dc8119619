// What the cuts of a recorded session saved in dollars, less what they cost: questions, recoveries, repeated calls
// and the tool list, each priced where it stands in the conversation.
import {
  costOfAdding,
  costOfTurn,
  costOfWriting,
  priceAt,
  type SessionRequest,
} from '../replay/session-cost.js'
import type { Money } from './money-sums.js'

/** A cut in its place, in tokens. */
export interface PlacedCut {
  readonly after: number
  readonly offset: number
  readonly tokens: number
  readonly question: number
  readonly recovered: number
  readonly again: number
  readonly expected: number
}

/** Recovered and repeated texts are charged from the cut on, which is at most a few requests too early. */
export function moneyOfCut(
  cut: PlacedCut,
  requests: readonly SessionRequest[],
  callTokens: number,
): Omit<Money, 'bill' | 'list'> {
  const carried = (tokens: number) => costOfAdding(cut, tokens, requests)
  const again = (tokens: number) =>
    tokens === 0 ? 0 : carried(tokens) + costOfTurn(cut, requests, callTokens)
  return {
    cut: carried(cut.tokens),
    recovered: again(cut.recovered),
    again: again(cut.again),
    question: carried(cut.question) + costOfWriting(cut.question, requests[cut.after]),
    expected: carried(cut.expected),
  }
}

/** The tool list is at the beginning of every request, also after the conversation was compacted. */
export const costOfList = (tokens: number, request: SessionRequest): number =>
  tokens * priceAt(0, request)
