// The result of the holdout in one sentence: the same in a terminal and on the page. It never claims a saving that
// may be zero.
import { figure, percent } from '../../process/figures.js'
import { type Effect, LEAST_CALLS, LEAST_SESSIONS } from '../../stats/holdout.js'

export function effectText({ prunedCalls, heldCalls, saved }: Effect): string {
  const arms = `${figure(prunedCalls)} pruned against ${figure(heldCalls)} held-out calls`
  if (!saved) {
    return `Holdout: ${arms}: too few to tell an effect (each needs ${LEAST_CALLS} calls in ${LEAST_SESSIONS} sessions)`
  }
  const { share, low, high } = saved
  const interval = `95 % interval ${percent(low)} to ${percent(high)}`
  return `Holdout: ${percent(share)} of the tokens saved, ${interval}, ${arms}${verdict(low, high)}`
}

function verdict(low: number, high: number): string {
  if (low > 0) return ''
  return high < 0
    ? '; pruning has cost more than it saved'
    : '; the interval holds zero, so no saving is shown'
}
