// The figures of a replay. All are sums, so those of calls, sessions and workers can be added up.
import type { TextView } from '../text-view.js'

const NO_FIGURES = {
  /** Tool outputs found, those that would have been pruned, and those of which a used line would be cut. */
  outputs: 0,
  pruned: 0,
  missed: 0,
  /** Pruned outputs with any visible use. */
  withUse: 0,
  /** Tokens of tool output: actual, pruned, with re-reads, and with block recovery. */
  raw: 0,
  shown: 0,
  net: 0,
  block: 0,
  /** Lines of pruned outputs that the agent used later, and those of them that would have been cut. */
  used: 0,
  usedCut: 0,
  /** Dollars over all requests that carry the outputs: with cut runs recovered, the lowest and the highest. */
  saved: 0,
  savedLow: 0,
  savedHigh: 0,
}

export type ReplayFigures = typeof NO_FIGURES

export const noReplayFigures = (): ReplayFigures => ({ ...NO_FIGURES })

/** A used line that would have been cut. */
export interface Miss {
  readonly session: string
  /** The id of the call in its session. */
  readonly call: string
  readonly tool: string
  /** The file that was read, or the command or pattern. */
  readonly what: string
  /** In that file, or otherwise in the output. */
  readonly line: number
  readonly text: string
  readonly use: string
  /** How many used lines of this output would have been cut, and what re-reading it costs. */
  readonly lines: number
  readonly tokens: number
}

/** In dollars, from the client's own usage figures. */
const NO_COST = {
  requests: 0,
  recorded: 0,
  /** A missing line is recovered with one more turn and its cut run; low: the whole output is read again. */
  saved: 0,
  savedLow: 0,
  savedHigh: 0,
  /** Tokens that the requests would not have carried, each counted as often as it was carried. */
  carriedLess: 0,
}

export type SessionCost = typeof NO_COST

export const noCost = (): SessionCost => ({ ...NO_COST })

const NONE_PASSED = { outputs: 0, tokens: 0 }

/** Outputs that pass raw, by reason. */
export type Passed = typeof NONE_PASSED

export const nonePassed = (): Passed => ({ ...NONE_PASSED })

/** A pruned output of a replay, in detail. */
export interface OpenedOutput {
  readonly tool: string
  readonly what: string
  readonly question: string
  readonly view: TextView
}

/** What marks for repeats would have saved besides pruning; in no other figure. */
export interface SessionRepeats extends Passed {
  /** In dollars. */
  saved: number
}

export interface SessionReplay {
  readonly file: string
  readonly client: string
  readonly project: string | undefined
  /** Times of the first and the last event that have one. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly total: ReplayFigures
  readonly byKind: Readonly<Record<string, ReplayFigures>>
  readonly byModel: Readonly<Record<string, SessionCost>>
  readonly passed: Readonly<Record<string, Passed>>
  readonly misses: readonly Miss[]
  readonly repeats: SessionRepeats
  /** Absent if the client recorded no usage, or no price is known. */
  readonly cost?: SessionCost
  readonly standIns: Readonly<Record<string, string>>
  readonly damagedLines: number
  readonly opened?: OpenedOutput
}

/** Of the bill if there is one, otherwise of the tool output tokens. */
export const shareSaved = (of: {
  readonly figures: ReplayFigures
  readonly cost?: SessionCost
}): number =>
  of.cost
    ? of.cost.saved / of.cost.recorded
    : of.figures.raw > 0
      ? (of.figures.raw - of.figures.block) / of.figures.raw
      : 0
