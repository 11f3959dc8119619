// What the figures of the ledger mean, in sentences: the same in a terminal and on the page. None claims a saving that
// may be zero.

import { type Effect, MIN_CALLS, MIN_SESSIONS } from '../../ledger/holdout.js'
import { counted, dollars, figure, percent, ratio, shareInterval } from '../../process/figures.js'
import type { SavedMoney } from './saved-money.js'
import type { Sum } from './summary.js'

export function effectText({ prunedCalls, heldCalls, saved }: Effect): string {
  const arms = `${figure(prunedCalls)} pruned against ${figure(heldCalls)} held-out calls`
  if (!saved) {
    return `Holdout: ${arms}: too few to tell an effect (each needs ${MIN_CALLS} calls in ${MIN_SESSIONS} sessions)`
  }
  const { share, low, high } = saved
  const interval = `95 % interval ${percent(low)} to ${percent(high)}`
  return `Holdout: ${percent(share)} of the tokens saved, ${interval}, ${arms}${verdict(low, high)}`
}

function verdict(low: number, high: number): string {
  if (low > 0) return ''
  return high < 0
    ? '; pruning has cost more than it saved'
    : '; the interval includes zero, so no saving is shown'
}

/** A tool output stays for about so many requests; `replay` counts them. */
export const CARRIED_REQUESTS = 20

export function moneyText({ carried, date, models }: SavedMoney): string {
  const named = [...new Set(Object.values(models))].join(', ')
  return `Each token paid for once; ${dollars(carried)} if it stays for ${CARRIED_REQUESTS} requests. Prices of ${named}, ${date}; replay counts requests`
}

export const PASSED_REASONS = {
  'nothing asked': 'no question came with them',
  short: 'too short to gain from a cut',
  'held out': 'held out, to compare with',
  'too little to gain': 'a cut would have gained too little',
} as const

export type PassedReason = keyof typeof PASSED_REASONS

/** How often a cut line turned out to be needed, and how certain that is. */
export function trustText({ cut, needed }: Pick<Sum, 'cut' | 'needed'>): string {
  if (cut === 0) return 'Nothing was cut'
  const [low, high] = shareInterval(needed, cut)
  return `Cuts needed again: ${figure(needed)} of ${figure(cut)} (${percent(ratio(needed, cut))}, 95 % interval ${percent(low)} to ${percent(high)}), recovered or asked again. A lower bound: an agent that went on without a line it needed leaves no trace`
}

export const shellText = ({ calls, raw, shown }: Pick<Sum, 'calls' | 'raw' | 'shown'>): string =>
  `At a prompt, not included above: ${counted(calls, 'call')}, ${figure(raw)} tokens raw, ${figure(shown)} shown`
