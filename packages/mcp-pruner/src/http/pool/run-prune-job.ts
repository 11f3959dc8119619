// One job from request to rendered reply, as a worker runs it.
import { estimateTokens, keptLines, type PruneResult, prune, renderCanonical } from '@jeeves/pruner'
import type { PruneJob, PruneReply, PruneView } from './prune-job.js'
import { renderFiltered } from './render-filtered.js'

const now = () => performance.now()

export function runPruneJob({ request, view }: PruneJob, timeLeftMs: number): PruneReply {
  const result = prune(request, { now, deadline: now() + timeLeftMs })
  const { status, warnings, stats } = result
  const unsatisfiable = (request.minKeepLines ?? 0) > stats.originalLines
  if (status === 'fallback' || unsatisfiable) {
    return {
      status: 'fallback',
      warnings: warnings.length > 0 ? warnings : ['constraints_unmet'],
      annotations: [],
      keptLines: [],
      stats,
    }
  }
  const rendered = render(result, view)
  const { text, annotations } = rendered
  return {
    status,
    warnings,
    ...(text !== request.text && { text }),
    annotations,
    keptLines: rendered.keptLines,
    stats: {
      ...stats,
      tokensAfter: text === request.text ? stats.tokensBefore : estimateTokens(text),
    },
  }
}

type Rendered = Required<Pick<PruneReply, 'text' | 'annotations' | 'keptLines'>>

function render(result: PruneResult, view: PruneView): Rendered {
  if (view.style === 'canonical') return { ...renderCanonical(result, view), keptLines: [] }
  return { text: renderFiltered(result), annotations: [], keptLines: keptLines(result) }
}
