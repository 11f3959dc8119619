export { evidenceLines } from './evidence/evidence-lines.js'
export { prune } from './prune.js'
export { keptLines, type Prunable } from './render/blocks.js'
export { type Annotation, type CanonicalOptions, renderCanonical } from './render/canonical.js'
export { closingRemarks } from './render/closing-remarks.js'
export { type CompactOptions, renderCompact } from './render/compact.js'
export { loadLearnedScorer } from './scorer/learned.js'
export { lexicalScorer } from './scorer/lexical.js'
export { WeightsError } from './scorer/network/format.js'
export { scoringInput } from './scorer/scoring-input.js'
export { Kind } from './text/line-kinds.js'
export { joinLines, type SplitText } from './text/lines.js'
export { detectSourceType } from './text/source-type.js'
export { isHead, type Structure } from './text/structure.js'
export { type WordIndex, wordsOf } from './text/words.js'
export type {
  Explanation,
  KeptReason,
  Line,
  LineParts,
  PruneContext,
  PrunedBlock,
  PruneRequest,
  PruneResult,
  PruneStats,
  PruneWarning,
  QuestionOrigin,
  Scorer,
  ScoringInput,
  SourceType,
} from './types.js'
