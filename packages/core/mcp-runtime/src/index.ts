// What every tool call needs: a bounded cache, time limits, request limits, shaped responses, and a place
// for the outputs that were too long to send.
export type {
  ArtifactKey,
  ArtifactStore,
  ArtifactUsage,
  CacheDirPlace,
  DiskStoreOptions,
  MemoryStoreOptions,
  OnStoreNotice,
  PutOptions,
  StoreNotice,
} from './artifacts/index.js'
export {
  ArtifactRefError,
  ArtifactStoreError,
  artifactUsage,
  assertArtifactKey,
  defaultCacheDir,
  diskStore,
  formatArtifactRef,
  memoryStore,
  parseArtifactRef,
  pruneIdOf,
  retrieveArtifact,
  storeArtifact,
  withFallback,
} from './artifacts/index.js'
export type { CacheDependencies, CacheErrorCode, CacheErrorData } from './cache/index.js'
export { CacheError, estimateSize, MCPCache } from './cache/index.js'
export type { CutText, Encoding, MainList } from './json/index.js'
export {
  asPartOf,
  cutText,
  ExactNumber,
  formatPointer,
  jsonStringBytes,
  mainList,
  measure,
  PointerError,
  parseExactJson,
  parsePointer,
  plainJson,
  printJson,
  resolvePointer,
  sendable,
  textBytes,
  totalOf,
  withList,
} from './json/index.js'
export type {
  BudgetCategory,
  Cut,
  LineLimits,
  ListOptions,
  MCPToolResult,
  PaginatedListOptions,
  Reduced,
  ResponseBudget,
  ResponseOptions,
  Shaped,
  ShapedLines,
  ShapeOptions,
  ToolRisk,
  ToolRule,
  WrapOptions,
} from './response/index.js'
export {
  applyToolRule,
  boundSummary,
  budgetFor,
  bySeverity,
  classifyError,
  copyIfFits,
  countOf,
  createSummary,
  cutNote,
  errorResponse,
  isErrorCode,
  listResponse,
  matchesToolPattern,
  NOTE_START,
  omittedKey,
  paginatedListResponse,
  RETRY_BY_CODE,
  resolveLimits,
  ruleFor,
  sentBytes,
  shapeLines,
  shapeValue,
  structuredError,
  successResponse,
  toToolResult,
  wrapResponse,
} from './response/index.js'
export type {
  HandlerContext,
  RunOptions,
  TimedResult,
  TimeLimiter,
  ToolCategories,
  ToolHandler,
} from './timeout/index.js'
export {
  categoryOf,
  createTimeLimiter,
  runWithTimeout,
  ToolTimeoutError,
  timeoutFor,
} from './timeout/index.js'
export type { Clock } from './types.js'
export type { ArraySizeViolation } from './validation/index.js'
export {
  arrayLimitFor,
  arraySizeViolations,
  RequestValidationError,
  validateRequest,
  withValidation,
} from './validation/index.js'
