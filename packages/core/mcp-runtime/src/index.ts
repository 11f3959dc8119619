// What every tool call needs: a bounded cache, time limits, request limits, shaped responses, and a place
// for the outputs that were too long to send.

export { retrieveArtifact, storeArtifact } from './artifacts/artifacts.js'
export { type CacheDirPlace, defaultCacheDir } from './artifacts/cache-dir.js'
export { type DiskStoreOptions, diskStore } from './artifacts/disk-store.js'
export { withFallback } from './artifacts/fallback.js'
export { pruneIdOf } from './artifacts/fingerprint.js'
export { type MemoryStoreOptions, memoryStore } from './artifacts/memory-store.js'
export type {
  ArtifactKey,
  ArtifactStore,
  ArtifactUsage,
  OnStoreNotice,
  PutOptions,
  StoreNotice,
} from './artifacts/store.js'
export { ArtifactStoreError } from './artifacts/store.js'
export { CacheError, type CacheErrorCode, type CacheErrorData } from './cache/errors.js'
export { type CacheDependencies, MCPCache } from './cache/lru-cache.js'
export { estimateSize } from './cache/size-estimator.js'
export { type CutText, cutText, sendable } from './json/cut-text.js'
export { ExactNumber, parseExactJson, plainJson, printJson } from './json/exact-json.js'
export { asPartOf, type MainList, mainList, totalOf, withList } from './json/main-list.js'
export { formatPointer, PointerError, parsePointer, resolvePointer } from './json/pointer.js'
export { type Encoding, jsonStringBytes, measure, textBytes } from './json/sizes.js'
export { stringEnd } from './json/string-end.js'
export {
  ArtifactRefError,
  assertArtifactKey,
  formatArtifactRef,
  parseArtifactRef,
} from './refs/artifact-ref.js'
export { type MCPToolResult, sentBytes, toToolResult } from './response/envelope.js'
export { classifyError, isErrorCode, RETRY_BY_CODE, structuredError } from './response/errors.js'
export { copyIfFits } from './response/fit.js'
export {
  errorResponse,
  type ListOptions,
  listResponse,
  type ResponseOptions,
  successResponse,
} from './response/helpers.js'
export { resolveLimits } from './response/limits.js'
export { keptLinesOf } from './response/line-cut.js'
export { type LineLimits, type ShapedLines, shapeLines, splitLines } from './response/lines.js'
export {
  noteStart,
  type Omission,
  omittedKey,
  sealNotes,
  shownMark,
} from './response/omission-notes.js'
export { Part } from './response/parts.js'
export { type Cut, type Shaped, type ShapeOptions, shapeValue } from './response/shape-value.js'
export { type Shrunk, shrink } from './response/shrink.js'
export type { PartDemands, ShrinkPolicy } from './response/shrink-policy.js'
export { boundSummary, countOf, createSummary } from './response/summary.js'
export {
  applyToolRule,
  type BudgetCategory,
  budgetFor,
  bySeverity,
  matchesToolPattern,
  type Reduced,
  type ResponseBudget,
  ruleFor,
  type ToolRisk,
  type ToolRule,
} from './response/tool-rules.js'
export {
  type PaginatedListOptions,
  paginatedListResponse,
  type WrapOptions,
  wrapResponse,
} from './response/wrap.js'
export { type Cancellation, Canceller, signalOf } from './timeout/cancellation.js'
export { categoryOf, type ToolCategories, timeoutFor } from './timeout/categories.js'
export { createTimeLimiter, type TimeLimiter } from './timeout/time-limiter.js'
export {
  type HandlerContext,
  type RunOptions,
  runWithTimeout,
  type TimedResult,
  type ToolHandler,
  ToolTimeoutError,
} from './timeout/wrapper.js'
export type { Clock } from './types.js'
export {
  type ArraySizeViolation,
  arrayLimitFor,
  arraySizeViolations,
} from './validation/array-limits.js'
export { RequestValidationError, validateRequest } from './validation/request-validator.js'
export { withValidation } from './validation/with-validation.js'
