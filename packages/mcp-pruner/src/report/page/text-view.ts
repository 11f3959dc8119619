// A text, line by line, with the engine's probabilities and why the kept lines were kept.
import { keptLines, type PruneResult } from '@jeeves/pruner'
import { askEngine, type EngineQuestion } from '../../ask/run-engine.js'
import { viewOf } from '../../ask/view.js'
import { runsOf } from '../../store/call-note.js'
import type { TextView } from '../text-view.js'

const TIME_LIMIT_MS = 5000

export const pruneFor = (request: EngineQuestion): PruneResult =>
  askEngine(request, { timeLeftMs: TIME_LIMIT_MS })

/** `kept` is what was shown then; without it, what the engine keeps now. */
export function textView(
  { firstLine = 1 }: EngineQuestion,
  result: PruneResult,
  kept: readonly number[] | undefined,
): TextView {
  const lines = result.lines.map(({ text }) => text)
  return {
    lines,
    firstLine,
    kept: runsOf(kept ?? keptLines(result)),
    chances: chancesOf(result),
    reasons: reasonsOf(result),
  }
}

/** The lines that were scored: the text may be longer, if only a part of it was considered. */
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

export const answerText = (result: PruneResult, text: string): string =>
  result.status === 'pruned' ? viewOf(result, { style: 'model' }, 1).text : text

/** How many needed lines were cut, by the engine's own estimate. */
export function expectedMisses({ blocks, explanation }: PruneResult): number {
  let sum = 0
  for (const { startLine, endLine } of blocks) {
    for (let line = startLine; line <= endLine; line++) sum += explanation?.chances[line - 1] ?? 0
  }
  return sum
}
