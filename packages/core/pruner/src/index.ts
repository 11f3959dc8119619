export { evidenceLines } from './protect/evidence-lines.js'
export { prune } from './prune.js'
export { blocksFromKept, keptLines, type Prunable } from './render/blocks.js'
export { type Annotation, type CanonicalOptions, renderCanonical } from './render/canonical.js'
export {
  type ClosingOptions,
  closingLine,
  closingRemarks,
  type Remarkable,
} from './render/closing-line.js'
export { type CompactOptions, renderCompact } from './render/compact.js'
export { WeightsError } from './score/learned/format.js'
export { loadLearnedScorer } from './score/learned/scorer.js'
export { lexicalScorer } from './score/lexical.js'
export { Kind } from './split/line-kinds.js'
export { joinLines, type SplitText } from './split/lines.js'
export { detectSourceType } from './split/source-type.js'
export { isHead, type Structure } from './split/structure.js'
export { type WordIndex, wordsOf } from './split/words.js'
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
  Scorer,
  ScoringInput,
  SourceType,
} from './types.js'
export { lineChances, scoringInput } from './weigh.js'
