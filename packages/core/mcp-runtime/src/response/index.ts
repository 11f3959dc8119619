export {
  type BudgetCategory,
  budgetFor,
  matchesToolPattern,
  RESPONSE_BUDGETS,
  type ResponseBudget,
} from './budgets.js'
export type { Encoding } from './encoding.js'
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
export { isErrorLine, type LineLimits, type ShapedLines, shapeLines } from './lines.js'
export { boundSummary, createSummary } from './summary.js'
export {
  applyToolRule,
  bySeverity,
  type Reduced,
  ruleFor,
  TOOL_RULES,
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
