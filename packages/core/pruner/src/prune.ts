// The whole way through: text → lines → scores → kept lines → blocks.
import { Deadline, DeadlineExceeded } from './deadline.js'
import { protect } from './protect/protect.js'
import { pruned, unpruned } from './result.js'
import { lexicalScorer } from './score/lexical.js'
import { raiseReferenced, referencesIn } from './score/references.js'
import { selectLines } from './select/select.js'
import { familyOf } from './split/family.js'
import { countLines, type SplitText, splitText } from './split/lines.js'
import { detectSourceType } from './split/source-type.js'
import { analyseStructure } from './split/structure.js'
import { indexWords } from './split/words.js'
import { tokensIn } from './tokens/estimate.js'
import type {
  PruneContext,
  PruneRequest,
  PruneResult,
  PruneWarning,
  Scorer,
  ScoringInput,
} from './types.js'

const DEFAULT_MAX_PRUNE_RATIO = 0.95
const SMALL = { lines: 40, characters: 1500, longLines: 8000 }
const LEAST_SAVING = 0.1

export function prune(request: PruneRequest, context: PruneContext = {}): PruneResult {
  const { text } = request
  const sourceType = sourceTypeOf(request)
  const scorer = context.scorer ?? lexicalScorer
  const deadline = new Deadline(context.now, context.deadline)
  // Once: in a long text even this takes a part of what a deadline forgives.
  const count = countLines(text)
  try {
    const split = splitText(text, deadline, count)
    return pruneWithin({ ...request, sourceType }, split, scorer, deadline)
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    const warnings = [...warningsOf(scorer), 'timeout'] as const
    return unpruned(text, count, sourceType, 'fallback', warnings, scorer.name)
  }
}

/** What of a request a scorer may know. */
type Asked = Pick<
  PruneRequest,
  'text' | 'goal' | 'sourceType' | 'fileName' | 'context' | 'firstLine'
>

/** What a scorer is given; for measuring one on its own. */
export function scoringInput(request: Asked): ScoringInput {
  return analyse(request, splitText(request.text), new Deadline(undefined, undefined))
}

function pruneWithin(
  request: PruneRequest,
  split: SplitText,
  wantedScorer: Scorer,
  deadline: Deadline,
): PruneResult {
  const { budget } = request
  const sourceType = sourceTypeOf(request)
  const asItIs = (status: 'unchanged' | 'fallback', warnings: readonly PruneWarning[]) =>
    unpruned(
      split.text,
      split.count,
      sourceType,
      status,
      [...warningsOf(wantedScorer), ...warnings],
      wantedScorer.name,
    )
  const minKept = leastKept(request, split.count)
  if (minKept > split.count) return asItIs('fallback', ['constraints_unmet'])
  if (budget === undefined && isSmall(split)) return asItIs('unchanged', [])

  const input = analyse(request, split, deadline)
  const { scores, scorer } = scoreWith(wantedScorer, input)
  raiseReferenced(scores, referencesIn(input))
  const protection = protect(input, deadline)
  const tokens = tokensOfLines(split, deadline)
  const { structure } = input
  const cut = scorer.cuts?.[sourceType]
  const kept = selectLines({
    split,
    structure,
    scores,
    protection,
    tokens,
    minKept,
    cut,
    budget,
    deadline,
  })
  const warnings = warningsOf(scorer)
  const result = pruned(split, sourceType, kept, protection.repeats, tokens, warnings, scorer.name)
  const { tokensBefore, tokensAfter } = result.stats
  const isWorthwhile = budget !== undefined || tokensAfter <= tokensBefore * (1 - LEAST_SAVING)
  return result.blocks.length > 0 && isWorthwhile
    ? result
    : unpruned(split.text, split.count, sourceType, 'unchanged', warnings, scorer.name)
}

function warningsOf({ warning }: Scorer): PruneWarning[] {
  return warning === undefined ? [] : [warning]
}

function analyse(request: Asked, split: SplitText, deadline: Deadline): ScoringInput {
  const { goal, fileName, context, firstLine = 1 } = request
  const sourceType = sourceTypeOf(request)
  return {
    split,
    words: indexWords(split, deadline),
    structure: analyseStructure(split, sourceType, deadline),
    goal,
    sourceType,
    family: familyOf(split, sourceType, fileName),
    firstLine,
    ...(fileName === undefined ? {} : { fileName }),
    ...(context === undefined ? {} : { context }),
    checkDeadline: () => deadline.check(),
  }
}

function sourceTypeOf(request: Pick<PruneRequest, 'text' | 'sourceType' | 'fileName'>) {
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

/** A scorer that fails gives way to the one that needs nothing but the text. */
function scoreWith(wanted: Scorer, input: ScoringInput): { scores: Float32Array; scorer: Scorer } {
  try {
    return { scores: wanted.relevance(input), scorer: wanted }
  } catch (error) {
    if (error instanceof DeadlineExceeded || wanted === lexicalScorer) throw error
    const scorer: Scorer = { ...lexicalScorer, warning: 'scorer_unavailable' }
    return { scores: scorer.relevance(input), scorer }
  }
}

function tokensOfLines({ text, starts, count }: SplitText, deadline: Deadline): Float32Array {
  const tokens = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    tokens[i] = tokensIn(text, starts[i]!, starts[i + 1]!)
    deadline.spend(starts[i + 1]! - starts[i]!)
  }
  return tokens
}
