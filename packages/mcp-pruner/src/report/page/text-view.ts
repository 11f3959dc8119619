// A text, line by line, with the chances that the engine gave its lines and why the kept ones were kept.
import { keptLines, type PruneRequest, type PruneResult, prune } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import { runsOf } from '../../recovery/call-note.js'
import type { TextView } from '../text-view.js'

const TIME_LIMIT_MS = 5000

const now = (): number => performance.now()

export function pruneFor(request: PruneRequest): PruneResult {
  return prune(request, { now, deadline: now() + TIME_LIMIT_MS, scorer: defaultScorer() })
}

/** `kept` is what was shown then; without it, what the engine keeps now. */
export function textView(
  request: PruneRequest,
  result: PruneResult,
  kept: readonly number[] | undefined,
): TextView {
  const lines = result.lines.map(({ text }) => text)
  return {
    lines,
    firstLine: request.firstLine ?? 1,
    kept: runsOf(kept ?? keptLines(result)),
    chances: chancesOf(result),
    reasons: reasonsOf(result),
  }
}

/** The lines that were weighed: the text may be longer, when a part of it was too much. */
const chancesOf = ({ explanation, lines }: PruneResult): number[] =>
  Array.from(explanation?.chances.subarray(0, lines.length) ?? [], (chance) =>
    Math.round(chance * 100),
  )

const reasonsOf = ({ explanation }: PruneResult): TextView['reasons'] =>
  (explanation?.runs ?? []).map(({ startLine: from, endLine: to, reason: why }) => ({
    from,
    to,
    why,
  }))
