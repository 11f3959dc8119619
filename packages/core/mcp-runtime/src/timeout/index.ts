export { type Cancellation, Canceller, signalOf } from './cancellation.js'
export { categoryOf, type ToolCategories, timeoutFor } from './categories.js'
export { createTimeLimiter, type TimeLimiter } from './time-limiter.js'
export {
  type HandlerContext,
  type RunOptions,
  runWithTimeout,
  type TimedResult,
  type ToolHandler,
  ToolTimeoutError,
} from './wrapper.js'
