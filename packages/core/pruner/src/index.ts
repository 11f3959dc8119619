export type {
  Line,
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
