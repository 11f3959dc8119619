// The limits of a request: what an answer may cost, and what must stay.
import { Protection } from '../evidence/levels.js'
import { OUTLINE_TOKENS } from '../rules/outline.js'
import type { SplitText } from '../text/lines.js'
import type { PruneRequest, PruneStats } from '../types.js'
import { boundOf, DEFAULT_MAX_TOKENS, isCondensing } from './left-alone.js'
import type { SelectionInput } from './select.js'

const CONDENSED_MAX_PRUNE_RATIO = 0.95
const MIN_SAVING = 0.1
/** Tokens of the closing line, its prune_id included. */
const CLOSING_TOKENS = 34
/** Estimates err; an answer that must fit aims a little lower. */
const SAFELY = 0.94

export function minLinesKept(request: PruneRequest, lines: number): number {
  const { maxPruneRatio, minKeepLines = 0 } = request
  const ratio = maxPruneRatio ?? (isCondensing(request) ? CONDENSED_MAX_PRUNE_RATIO : 1)
  // The product of a share and a count may be slightly above the intended whole number.
  return Math.max(minKeepLines, Math.ceil(lines * (1 - ratio) - 1e-9))
}

export type Limits = Pick<
  SelectionInput,
  'floor' | 'bound' | 'isFilled' | 'wholeFences' | 'minKept'
>

export function limitsOf(
  request: PruneRequest,
  { text, count }: SplitText,
  isAboutAll = false,
): Limits {
  const { budget, maxTokens } = request
  const isOwnRules = isCondensing(request)
  const limit = maxTokens ?? (isOwnRules ? Number.POSITIVE_INFINITY : DEFAULT_MAX_TOKENS)
  const limits = {
    floor: isOwnRules && budget === undefined ? Protection.Outline : Protection.Evidence,
    isFilled: budget !== undefined || isAboutAll,
    wholeFences: isOwnRules,
    minKept: minLinesKept(request, count),
  }
  if (budget !== undefined && 'share' in budget)
    return { ...limits, bound: { unit: 'characters', limit: budget.share * text.length } }
  const room = isAboutAll ? Math.min(limit, OUTLINE_TOKENS) : limit
  const tokens = budget?.tokens ?? Math.max(1, room - CLOSING_TOKENS) * SAFELY
  return { ...limits, bound: { unit: 'tokens', limit: tokens } }
}

/** Whether the saving is worth more than the expected cost of a miss. */
export function pays(
  request: PruneRequest,
  { tokensBefore, tokensAfter }: Pick<PruneStats, 'tokensBefore' | 'tokensAfter'>,
  cost: number,
): boolean {
  if (request.budget !== undefined) return true
  if (isCondensing(request)) return tokensAfter <= tokensBefore * (1 - MIN_SAVING)
  const isTooLong = tokensBefore > boundOf(request)
  return isTooLong || cost + CLOSING_TOKENS < tokensBefore
}
