// The time limit of a tool: its own override, otherwise its category's limit, otherwise the default.
import { type MCPTimeoutConfig, TOOL_CATEGORIES, type ToolCategory } from '@jeeves/contracts'
import { ownValue } from '../types.js'

export type ToolCategories = Readonly<Record<string, ToolCategory>>

export function categoryOf(
  tool: string,
  categories: ToolCategories = TOOL_CATEGORIES,
): ToolCategory | undefined {
  return ownValue(categories, tool)
}

export function timeoutFor(
  tool: string,
  config: MCPTimeoutConfig,
  categories: ToolCategories = TOOL_CATEGORIES,
): number {
  const category = categoryOf(tool, categories)
  return (
    ownValue(config.toolOverrides, tool) ??
    (category === undefined ? config.defaultTimeoutMs : config.toolTimeouts[category])
  )
}
