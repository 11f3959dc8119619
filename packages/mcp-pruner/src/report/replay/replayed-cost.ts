// Adds dollars to the cuts of a replayed session: by kind of call, by model and in total.
import { addFigures } from '../../ledger/figures.js'
import type { JudgedOutputs } from './judged-outputs.js'
import { noCost, noReplayFigures, type SessionCost } from './replay-figures.js'
import { type Assumptions, costOfSession, savedBy, timesCarried } from './session-cost.js'
import { type SessionTurns, type Turn, UNKNOWN_MODEL } from './session-turns.js'

export function priceReplay(
  { byKind, cuts }: Pick<JudgedOutputs, 'byKind' | 'cuts'>,
  { conversations }: SessionTurns,
  isCounted: (at: string | undefined) => boolean,
  assumptions: Assumptions | undefined,
): { cost: SessionCost | undefined; byModel: Record<string, SessionCost> } {
  const byModel: Record<string, SessionCost> = {}
  const cost = noCost()
  const add = (model: string, more: Partial<SessionCost>) => {
    addFigures(cost, more)
    addFigures((byModel[model] ??= noCost()), more)
  }
  for (const { turns } of Object.values(conversations)) {
    for (const turn of turns) {
      if (turn.isPriced && isCounted(turn.at)) {
        add(turn.model, { requests: 1, recorded: costOfSession([turn]) })
      }
    }
  }
  // Without a cost, a saving has nothing to be a share of.
  if (cost.recorded === 0) return { cost: undefined, byModel: {} }
  for (const cut of cuts) {
    const { turns } = cut.place.conversation
    const { middle, low, high } = savedBy(cut, turns, assumptions)
    const dollars = { saved: middle, savedLow: low, savedHigh: high }
    const carriedLess = cut.tokens * timesCarried(cut.after, turns)
    add(modelAfter(turns, cut.after), { ...dollars, carriedLess })
    addFigures((byKind[cut.kind] ??= noReplayFigures()), dollars)
  }
  return { cost, byModel }
}

const modelAfter = (turns: readonly Turn[], after: number): string =>
  (turns[after + 1] ?? turns[after])?.model ?? UNKNOWN_MODEL
