export { type MCPToolResult, sentBytes, toToolResult } from './envelope.js'
export { classifyError, isErrorCode, RETRY_BY_CODE, structuredError } from './errors.js'
export { copyIfFits } from './fit.js'
export {
  errorResponse,
  type ListOptions,
  listResponse,
  type ResponseOptions,
  successResponse,
} from './helpers.js'
export { resolveLimits } from './limits.js'
export { cutNote, type LineLimits, type ShapedLines, shapeLines, splitLines } from './lines.js'
export { noteStart, omittedKey, sealNotes, shownMark } from './omission-notes.js'
export { boundSummary, countOf, createSummary } from './summary.js'
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
} from './tool-rules.js'
export { type Cut, type Shaped, type ShapeOptions, shapeValue } from './truncation.js'
export {
  type PaginatedListOptions,
  paginatedListResponse,
  type WrapOptions,
  wrapResponse,
} from './wrap.js'
