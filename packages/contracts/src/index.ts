// Schemas of what crosses a process or a file. Every module is free of side effects, so that a bundle
// takes only the files whose schemas it uses.
export type {
  CacheGetResult,
  CachePriority,
  CacheSetOptions,
  CacheSetOptionsInput,
  EvictionPolicy,
  MCPCacheConfig,
  MCPCacheConfigInput,
  MCPCacheEntry,
  MCPCacheStats,
  PressureLevel,
} from './mcp/v1/cache/schema.js'
export {
  CacheGetResultSchema,
  CachePrioritySchema,
  CacheSetOptionsSchema,
  EvictionPolicySchema,
  MCPCacheConfigSchema,
  MCPCacheEntrySchema,
  MCPCacheStatsSchema,
  PressureLevelSchema,
} from './mcp/v1/cache/schema.js'
export type {
  MCPRequestLimits,
  MCPRequestLimitsInput,
  ValidationIssue,
  ValidationResult,
} from './mcp/v1/limits/schema.js'
export {
  MCPRequestLimitsSchema,
  ValidationIssueSchema,
  ValidationResultSchema,
} from './mcp/v1/limits/schema.js'
export type { ArgumentLimit } from './mcp/v1/pruning/argument-limits.js'
export { ARGUMENT_LIMITS, READ_ENCODING } from './mcp/v1/pruning/argument-limits.js'
export type {
  LineRange,
  PruneHealth,
  PruneOptions,
  PruneTextInput,
  PruneTextOutput,
  RecoverTextInput,
  RecoverTextOutput,
} from './mcp/v1/pruning/prune-messages.js'
export {
  LineRangeSchema,
  PRUNE_RPC_ERROR_CODES,
  PruneAnnotationSchema,
  PruneErrorCodeSchema,
  PruneErrorDataSchema,
  PruneHealthSchema,
  PruneOptionsSchema,
  PruneSourceTypeSchema,
  PruneTextInputSchema,
  PruneTextOutputSchema,
  PruneTextStatsSchema,
  RecoverTextErrorSchema,
  RecoverTextInputSchema,
  RecoverTextOutputSchema,
} from './mcp/v1/pruning/prune-messages.js'
export type { PrunerError, PruningMetadata, PruningReason } from './mcp/v1/pruning/schema.js'
export {
  JEEVES_SCHEMA_VERSION,
  JeevesVersionSchema,
  PrunerErrorSchema,
  PruningMetadataSchema,
  PruningReasonSchema,
} from './mcp/v1/pruning/schema.js'
export type {
  SwePruneAnswer,
  SwePrunerRequest,
  SwePrunerResponse,
} from './mcp/v1/pruning/swe-pruner.js'
export {
  SwePruneAnswerSchema,
  SwePrunerRequestSchema,
  SwePrunerResponseSchema,
} from './mcp/v1/pruning/swe-pruner.js'
export type { InvalidParamsData } from './mcp/v1/pruning/tool-arguments.js'
export {
  BashArgumentsSchema,
  FocusQuestionSchema,
  GrepArgumentsSchema,
  InvalidParamsDataSchema,
  numberOf,
  ReadArgumentsSchema,
} from './mcp/v1/pruning/tool-arguments.js'
export type {
  BashAnswer,
  GrepAnswer,
  GrepMatch,
  ReadAnswer,
} from './mcp/v1/pruning/tool-results.js'
export {
  BashErrorSchema,
  BashResultSchema,
  GrepErrorSchema,
  GrepMatchSchema,
  GrepResultSchema,
  ReadErrorSchema,
  ReadResultSchema,
} from './mcp/v1/pruning/tool-results.js'
export type { ResponseLimits, ResponseProfile } from './mcp/v1/response/profiles.js'
export {
  RESPONSE_PROFILES,
  ResponseProfileSchema,
} from './mcp/v1/response/profiles.js'
export type {
  MCPErrorCode,
  MCPListItem,
  MCPResponseContract,
  MCPResponseEnvelope,
  MCPResponseLimits,
  MCPResponseMetadata,
  MCPStructuredError,
  Severity,
} from './mcp/v1/response/schema.js'
export {
  MCPErrorCodeSchema,
  MCPListItemSchema,
  MCPListResponseSchema,
  MCPResponseContractSchema,
  MCPResponseEnvelopeSchema,
  MCPResponseLimitsSchema,
  MCPResponseMetadataSchema,
  MCPStructuredErrorSchema,
  SeveritySchema,
} from './mcp/v1/response/schema.js'
export type {
  MCPTimeoutConfig,
  MCPTimeoutConfigInput,
  TimeoutResult,
  ToolCategory,
} from './mcp/v1/timeout/schema.js'
export {
  MCPTimeoutConfigSchema,
  TimeoutResultSchema,
  ToolCategorySchema,
} from './mcp/v1/timeout/schema.js'
export { TOOL_CATEGORIES } from './mcp/v1/timeout/tool-categories.js'
export { ConfigError, resolveConfig } from './resolve-config.js'
