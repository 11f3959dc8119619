// The whole way through: text → lines → scores → kept lines → blocks.
import { Deadline, DeadlineExceeded } from './deadline.js'
import { protect } from './protect/protect.js'
import { compactMarker } from './render/compact.js'
import { lexicalScorer } from './score/lexical.js'
import { selectLines } from './select/select.js'
import { type SplitText, splitText, toLines } from './split/lines.js'
import { detectSourceType } from './split/source-type.js'
import { analyseStructure } from './split/structure.js'
import { indexWords } from './split/words.js'
import { tokensIn } from './tokens/estimate.js'
import type {
  PruneContext,
  PrunedBlock,
  PruneRequest,
  PruneResult,
  PruneWarning,
  Scorer,
  ScoringInput,
  SourceType,
} from './types.js'

const DEFAULT_MAX_PRUNE_RATIO = 0.95
const SMALL = { lines: 40, characters: 1500, longLines: 8000 }
const LEAST_SAVING = 0.1

export function prune(request: PruneRequest, context: PruneContext = {}): PruneResult {
  const scorer = context.scorer ?? lexicalScorer
  try {
    return pruneWithin(request, scorer, new Deadline(context.now, context.deadline))
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    return whole(request, 'fallback', ['timeout'], scorer)
  }
}

/** What a scorer is given; for measuring one on its own. */
export function scoringInput(
  request: Pick<PruneRequest, 'text' | 'goal' | 'sourceType' | 'fileName'>,
  deadline = new Deadline(undefined, undefined),
): ScoringInput {
  return analyse(request, splitText(request.text, deadline), deadline)
}

function analyse(
  request: Pick<PruneRequest, 'text' | 'goal' | 'sourceType' | 'fileName'>,
  split: SplitText,
  deadline: Deadline,
): ScoringInput {
  const { goal, fileName } = request
  const sourceType = sourceTypeOf(request)
  return {
    split,
    words: indexWords(split, deadline),
    structure: analyseStructure(split, sourceType, deadline),
    goal,
    sourceType,
    ...(fileName === undefined ? {} : { fileName }),
    checkDeadline: () => deadline.check(),
  }
}

function sourceTypeOf(request: Pick<PruneRequest, 'text' | 'sourceType' | 'fileName'>): SourceType {
  const { text, sourceType = 'auto', fileName } = request
  return sourceType === 'auto' ? detectSourceType(text, fileName) : sourceType
}

function leastKept({ maxPruneRatio, minKeepLines = 0 }: PruneRequest, lines: number): number {
  const ratio = maxPruneRatio ?? DEFAULT_MAX_PRUNE_RATIO
  // The product of a share and a count may stand a hair above the whole number it means.
  return Math.max(minKeepLines, Math.ceil(lines * (1 - ratio) - 1e-9))
}

/** Too small to gain: a few lines, unless they are very long ones. */
function isSmall({ text, count }: SplitText): boolean {
  return text.length < SMALL.characters || (count < SMALL.lines && text.length < SMALL.longLines)
}

function pruneWithin(request: PruneRequest, scorer: Scorer, deadline: Deadline): PruneResult {
  deadline.check()
  const { text, budget } = request
  const split = splitText(text, deadline)
  const minKept = leastKept(request, split.count)
  if (minKept > split.count) return whole(request, 'fallback', ['constraints_unmet'], scorer)
  if (budget === undefined && isSmall(split)) return whole(request, 'unchanged', [], scorer)

  const input = analyse(request, split, deadline)
  const { structure, sourceType } = input
  const scores = scorer.score(input)
  const protection = protect(input, deadline)
  const tokens = new Float32Array(split.count)
  let before = 0
  for (let i = 0; i < split.count; i++) {
    tokens[i] = tokensIn(text, split.starts[i]!, split.starts[i + 1]!)
    before += tokens[i]!
    deadline.spend(split.starts[i + 1]! - split.starts[i]!)
  }
  const kept = selectLines({
    split,
    structure,
    scores,
    protection,
    tokens,
    minKept,
    cut: scorer.cuts?.[sourceType],
    budget,
    deadline,
  })
  const blocks = blocksOf(kept, protection.repeats)
  let after = 0
  let keptLines = 0
  for (let i = 0; i < split.count; i++) {
    if (kept[i] === 0) continue
    after += tokens[i]!
    keptLines++
  }
  for (const block of blocks) {
    const marker = `${compactMarker(block)}\n`
    after += tokensIn(marker, 0, marker.length)
  }
  if (blocks.length === 0 || (budget === undefined && after > before * (1 - LEAST_SAVING)))
    return whole(request, 'unchanged', [], scorer)
  const prunedLines = split.count - keptLines
  return {
    status: 'pruned',
    sourceType,
    lines: toLines(split),
    blocks,
    stats: {
      originalLines: split.count,
      keptLines,
      prunedLines,
      prunedRatio: prunedLines / split.count,
      tokensBefore: Math.ceil(before),
      tokensAfter: Math.ceil(after),
    },
    warnings: warningsOf(scorer),
    scorer: scorer.name,
  }
}

function blocksOf(kept: Uint8Array, repeats: Int32Array): PrunedBlock[] {
  const blocks: PrunedBlock[] = []
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) continue
    const start = i
    let repeated = 0
    for (; i < kept.length && kept[i] === 0; i++) if (repeats[i] !== 0) repeated++
    const lines = { startLine: start + 1, endLine: i }
    if (repeated === 0) blocks.push({ ...lines, reason: 'hors focus' })
    else blocks.push({ ...lines, reason: `répétition ×${repeated}`, repeats: repeated })
  }
  return blocks
}

function warningsOf({ warning }: Scorer): PruneWarning[] {
  return warning === undefined ? [] : [warning]
}

/** The text as it came. */
function whole(
  request: PruneRequest,
  status: 'unchanged' | 'fallback',
  warnings: PruneWarning[],
  scorer: Scorer,
): PruneResult {
  const split = splitText(request.text, new Deadline(undefined, undefined))
  const tokens = Math.ceil(tokensIn(request.text, 0, request.text.length))
  return {
    status,
    sourceType: sourceTypeOf(request),
    lines: toLines(split),
    blocks: [],
    stats: {
      originalLines: split.count,
      keptLines: split.count,
      prunedLines: 0,
      prunedRatio: 0,
      tokensBefore: tokens,
      tokensAfter: tokens,
    },
    warnings: [...warningsOf(scorer), ...warnings],
    scorer: scorer.name,
  }
}
