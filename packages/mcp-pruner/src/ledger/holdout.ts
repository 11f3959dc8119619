// The effect of pruning on the bill, measured with the control group that passed raw. Both arms are costs per raw token;
// their difference is the share saved. The interval is the wider of two: one treats calls as independent, the
// other sessions, because the calls of a session are alike.
import type { Account } from './accounts.js'
import { addFigures } from './figures.js'

/** Sums from which the mean and the variance of a ratio follow, and which can be added up. */
export interface Moments {
  n: number
  raw: number
  cost: number
  rawRaw: number
  rawCost: number
  costCost: number
}

export interface Arm {
  readonly calls: Moments
  readonly sessions: Moments
}

export interface Arms {
  readonly pruned: Arm
  readonly held: Arm
}

export interface Effect {
  readonly prunedCalls: number
  readonly heldCalls: number
  /** Share of the raw tokens, with the 95 % interval; absent if there are too few calls. */
  readonly saved?: { readonly share: number; readonly low: number; readonly high: number }
}

/** Below this many calls or sessions in either arm an interval means nothing. */
export const MIN_CALLS = 30
export const MIN_SESSIONS = 5
const Z_95 = 1.96

const noMoments = (): Moments => ({ n: 0, raw: 0, cost: 0, rawRaw: 0, rawCost: 0, costCost: 0 })
const noArm = (): Arm => ({ calls: noMoments(), sessions: noMoments() })
export const noArms = (): Arms => ({ pruned: noArm(), held: noArm() })

function count(into: Moments, raw: number, cost: number): void {
  into.n += 1
  into.raw += raw
  into.cost += cost
  into.rawRaw += raw * raw
  into.rawCost += raw * cost
  into.costCost += cost * cost
}

export function armsOf(calls: readonly Account[]): Arms {
  const arms = noArms()
  for (const [name, held] of [
    ['pruned', false],
    ['held', true],
  ] as const) {
    const sessions = new Map<string, { raw: number; cost: number }>()
    for (const call of calls) {
      if (!call.eligible || (call.held === true) !== held) continue
      const cost = call.shown + call.question + call.recovered + call.again
      count(arms[name].calls, call.raw, cost)
      const session = sessions.get(call.session) ?? { raw: 0, cost: 0 }
      session.raw += call.raw
      session.cost += cost
      sessions.set(call.session, session)
    }
    for (const { raw, cost } of sessions.values()) count(arms[name].sessions, raw, cost)
  }
  return arms
}

export function addArms(into: Arms, more: Arms): void {
  for (const arm of ['pruned', 'held'] as const) {
    addFigures(into[arm].calls, more[arm].calls)
    addFigures(into[arm].sessions, more[arm].sessions)
  }
}

export function effectOf({ pruned, held }: Arms): Effect {
  const counted = { prunedCalls: pruned.calls.n, heldCalls: held.calls.n }
  const enough = [pruned, held].every(
    ({ calls, sessions }) => calls.n >= MIN_CALLS && sessions.n >= MIN_SESSIONS && calls.raw > 0,
  )
  if (!enough) return counted
  const share = held.calls.cost / held.calls.raw - pruned.calls.cost / pruned.calls.raw
  const error = Math.sqrt(varianceOf(pruned) + varianceOf(held))
  return { ...counted, saved: { share, low: share - Z_95 * error, high: share + Z_95 * error } }
}

const varianceOf = ({ calls, sessions }: Arm): number =>
  Math.max(ratioVariance(calls), ratioVariance(sessions))

/** Of a ratio of sums, to the first order. */
function ratioVariance({ n, raw, cost, rawRaw, rawCost, costCost }: Moments): number {
  const ratio = cost / raw
  const residuals = Math.max(0, costCost - 2 * ratio * rawCost + ratio * ratio * rawRaw)
  return ((n / (n - 1)) * residuals) / (raw * raw)
}
