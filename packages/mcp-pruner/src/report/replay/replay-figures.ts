// The figures of a replay. All are sums, so those of calls, sessions and workers can be added up.

export interface ReplayFigures {
  /** Tool outputs found, those that would have been pruned, and those of which a used line would be cut. */
  outputs: number
  pruned: number
  missed: number
  /** Tokens of tool output: as it was, as it would have been, with re-reads, and with block recovery. */
  raw: number
  shown: number
  net: number
  block: number
  /** Lines of pruned outputs that the agent went on to use, and those of them that would have been cut. */
  used: number
  usedCut: number
}

export const noReplayFigures = (): ReplayFigures => ({
  outputs: 0,
  pruned: 0,
  missed: 0,
  raw: 0,
  shown: 0,
  net: 0,
  block: 0,
  used: 0,
  usedCut: 0,
})

export function addReplayFigures(into: ReplayFigures, more: ReplayFigures): void {
  for (const name of Object.keys(into) as (keyof ReplayFigures)[]) into[name] += more[name]
}

/** A used line that would have been cut. */
export interface Miss {
  readonly session: string
  readonly tool: string
  /** The file that was read, or the command or pattern. */
  readonly what: string
  /** In that file, or in the output where it is none. */
  readonly line: number
  readonly text: string
  readonly use: string
  /** How many used lines of this output would have been cut, and what re-reading it costs. */
  readonly lines: number
  readonly tokens: number
}

/** In tokens of uncached input: output counts five times, a cached token a tenth, a written one a quarter more. */
export interface SessionCost {
  readonly recorded: number
  /** With pruning: a missing line is had back by one more turn and the cut run. */
  readonly pruned: number
}

export interface SessionReplay {
  readonly file: string
  readonly client: string
  readonly project: string | undefined
  readonly total: ReplayFigures
  readonly byKind: Readonly<Record<string, ReplayFigures>>
  readonly misses: readonly Miss[]
  /** Absent where the client recorded no usage. */
  readonly cost?: SessionCost
  readonly damagedLines: number
}
