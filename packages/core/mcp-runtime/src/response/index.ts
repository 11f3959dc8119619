export {
  type BudgetCategory,
  budgetFor,
  bySeverity,
  matchesToolPattern,
  RESPONSE_BUDGETS,
  type ResponseBudget,
  ruleFor,
  TOOL_RULES,
  type ToolRisk,
  type ToolRule,
} from './budgets.js'
export type { Encoding } from './encoding.js'
export { classifyError, isErrorCode, RETRY_BY_CODE, structuredError } from './errors.js'
export { copyIfFits } from './fit.js'
export { isErrorLine, type LineLimits, type ShapedLines, shapeLines } from './lines.js'
export { boundSummary, createSummary } from './summary.js'
export { type Cut, type Shaped, type ShapeOptions, shapeValue } from './truncation.js'
