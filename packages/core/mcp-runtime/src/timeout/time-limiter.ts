// Time limits by the category of a tool.
import {
  type MCPTimeoutConfigInput,
  MCPTimeoutConfigSchema,
  resolveConfig,
  TOOL_CATEGORIES,
} from '@jeeves/contracts'
import { type ToolCategories, timeoutFor } from './categories.js'
import { runWithTimeout, type TimedResult, type ToolHandler } from './wrapper.js'

export interface TimeLimiter {
  run<T>(tool: string, handler: ToolHandler<T>, signal?: AbortSignal): Promise<TimedResult<T>>
}

/** Limits by tool. The preset categories name the tools that they know; pass your own for others. */
export function createTimeLimiter(
  config: MCPTimeoutConfigInput = {},
  categories: ToolCategories = TOOL_CATEGORIES,
): TimeLimiter {
  const resolved = resolveConfig('timeout', MCPTimeoutConfigSchema, config)
  return {
    run: (tool, handler, signal) =>
      runWithTimeout(handler, { timeoutMs: timeoutFor(tool, resolved, categories), signal }),
  }
}
