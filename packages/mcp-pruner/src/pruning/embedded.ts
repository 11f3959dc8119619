// The engine in this process: no service to start, no content leaves the machine.
import { keptLines, type PruneStats, prune, renderCompact } from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import type { EngineInput, EngineResult } from './engine.js'

/** Measured with o200k over code and prose. */
const TOKENS_PER_NUMBER = 2.1

/** Numbers before each line may use up a third of what the cuts save; the marks name the lines anyway. */
const affordsNumbers = ({ tokensBefore, tokensAfter, keptLines: kept }: PruneStats): boolean =>
  kept * TOKENS_PER_NUMBER <= (tokensBefore - tokensAfter) / 3

const now = (): number => performance.now()

export function pruneEmbedded(input: EngineInput): EngineResult {
  const { text, question: goal, timeoutMs, fileName, sourceType = 'auto', firstLine } = input
  try {
    const result = prune(
      { text, goal, sourceType, ...(fileName !== undefined && { fileName }) },
      { now, deadline: now() + timeoutMs, scorer: defaultScorer() },
    )
    if (result.warnings.includes('timeout')) {
      const message = `the embedded engine did not finish within PRUNER_TIMEOUT_MS=${timeoutMs}`
      return { ok: false, error: { code: 'timeout', message } }
    }
    return {
      ok: true,
      pruned: {
        text: renderCompact(result, { lineNumbers: false, firstLine }),
        ...(affordsNumbers(result.stats) && {
          numbered: renderCompact(result, { lineNumbers: true, firstLine }),
        }),
        keptLines: keptLines(result),
      },
      warnings: result.warnings,
    }
  } catch (error) {
    const message = `the embedded engine failed: ${error instanceof Error ? error.message : 'unknown'}`
    return { ok: false, error: { code: 'invalid_response', message } }
  }
}
