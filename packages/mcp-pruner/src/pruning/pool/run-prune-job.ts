// One job from request to rendered reply, as a worker runs it.
import {
  type Annotation,
  type CanonicalOptions,
  estimateTokens,
  joinLines,
  keptLines,
  type Prunable,
  type PrunedBlock,
  prune,
  renderCanonical,
  renderCompact,
} from '@jeeves/pruner'
import { defaultScorer } from '@jeeves/pruner/node'
import type { PruneJob, PruneReply, PruneView } from './prune-job.js'
import { renderFiltered } from './render-filtered.js'

const now = () => performance.now()

export function runPruneJob({ request, view }: PruneJob, timeLeftMs: number): PruneReply {
  const result = prune(request, { now, deadline: now() + timeLeftMs, scorer: defaultScorer() })
  const { warnings, stats } = result
  const nothing = { annotations: [], keptLines: [], stats }
  if (result.status === 'fallback') return { status: 'fallback', warnings, ...nothing }
  if ((request.minKeepLines ?? 0) > stats.originalLines) {
    return { status: 'fallback', warnings: ['constraints_unmet'], ...nothing }
  }
  const { text, numbered, annotations, kept } = render(result, view)
  const isWhole = text === request.text
  const prunedLines = stats.originalLines - kept.length
  return {
    status: prunedLines > 0 ? 'pruned' : 'unchanged',
    warnings,
    ...(!isWhole && { text }),
    ...(numbered !== undefined && { numbered }),
    annotations,
    keptLines: view.style === 'canonical' ? [] : kept,
    stats: {
      originalLines: stats.originalLines,
      keptLines: kept.length,
      prunedLines,
      prunedRatio: prunedLines / Math.max(1, stats.originalLines),
      tokensBefore: stats.tokensBefore,
      tokensAfter: isWhole ? stats.tokensBefore : estimateTokens(text),
    },
  }
}

interface Rendered {
  readonly text: string
  readonly numbered?: string
  readonly annotations: readonly Annotation[]
  readonly kept: readonly number[]
}

function render(result: Prunable, view: PruneView): Rendered {
  if (view.style === 'filtered') {
    return { text: renderFiltered(result), annotations: [], kept: keptLines(result) }
  }
  if (view.style === 'compact') {
    const { firstLine } = view
    return {
      text: renderCompact(result, { lineNumbers: false, firstLine }),
      numbered: renderCompact(result, { lineNumbers: true, firstLine }),
      annotations: [],
      kept: keptLines(result),
    }
  }
  const worthwhile = withoutCostlyCuts(result, view)
  return { ...renderCanonical(worthwhile, view), kept: keptLines(worthwhile) }
}

/** Fewer tokens than this many characters make is rare; such a cut is taken without counting. */
const CHARS_OF_A_TOKEN = 12

/**
 * The engine weighs cuts against its own short marker; the audit form's marker is several times as long,
 * and a cut that saves less than that would make the text grow.
 */
function withoutCostlyCuts({ lines, blocks }: Prunable, options: CanonicalOptions): Prunable {
  const cost = markerTokens(options)
  const isWorthIt = ({ startLine, endLine }: PrunedBlock) => {
    const cut = joinLines(lines.slice(startLine - 1, endLine))
    return cut.length > cost * CHARS_OF_A_TOKEN || estimateTokens(cut) > cost
  }
  return { lines, blocks: blocks.filter(isWorthIt) }
}

const ONE_CUT: Prunable = {
  lines: [{ text: '', ending: '\n' }],
  blocks: [{ startLine: 1, endLine: 1, reason: 'hors focus' }],
}
/** What line numbers of several digits add to those of `ONE_CUT`. */
const LONGER_NUMBERS = 3

const markerTokens = (options: CanonicalOptions): number =>
  estimateTokens(renderCanonical(ONE_CUT, { ...options, includeMarkers: true }).text) +
  LONGER_NUMBERS
