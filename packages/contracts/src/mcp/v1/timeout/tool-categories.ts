// A preset for servers that use these tool names. A tool that is not listed has no category.
import type { ToolCategory } from './schema.js'

const TOOLS: Readonly<Partial<Record<ToolCategory, string>>> = {
  query: `
    memory_retrieve memory_search memory_list agent_get agent_list session_status trace_get
    trace_list config_get config_show ability_list guard_list bugfix_list refactor_list
    workflow_list workflow_describe`,
  mutation: `
    memory_store memory_delete agent_register agent_remove session_create session_join
    session_leave session_complete session_fail config_set guard_apply`,
  scan: `
    bugfix_scan refactor_scan trace_analyze guard_check`,
  execution: `
    agent_run workflow_run bugfix_run refactor_apply ability_inject`,
}

export const TOOL_CATEGORIES: Readonly<Record<string, ToolCategory>> = Object.fromEntries(
  Object.entries(TOOLS).flatMap(([category, tools]) =>
    tools
      .trim()
      .split(/\s+/)
      .map((tool) => [tool, category as ToolCategory]),
  ),
)
