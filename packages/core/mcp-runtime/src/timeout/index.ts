export { categoryOf, type ToolCategories, timeoutFor } from './categories.js'
export {
  createTimeLimiter,
  type HandlerContext,
  type RunOptions,
  runWithTimeout,
  type TimedResult,
  type TimeLimiter,
  type ToolHandler,
  ToolTimeoutError,
} from './wrapper.js'
