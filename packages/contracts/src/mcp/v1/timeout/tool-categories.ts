// A preset for servers that use these tool names. A tool that is not listed has no category.
import type { ToolCategory } from './schema.js'

export const TOOL_CATEGORIES: Readonly<Record<string, ToolCategory>> = {
  memory_retrieve: 'query',
  memory_search: 'query',
  memory_list: 'query',
  agent_get: 'query',
  agent_list: 'query',
  session_status: 'query',
  trace_get: 'query',
  trace_list: 'query',
  config_get: 'query',
  config_show: 'query',
  ability_list: 'query',
  guard_list: 'query',
  bugfix_list: 'query',
  refactor_list: 'query',
  workflow_list: 'query',
  workflow_describe: 'query',

  memory_store: 'mutation',
  memory_delete: 'mutation',
  agent_register: 'mutation',
  agent_remove: 'mutation',
  session_create: 'mutation',
  session_join: 'mutation',
  session_leave: 'mutation',
  session_complete: 'mutation',
  session_fail: 'mutation',
  config_set: 'mutation',
  guard_apply: 'mutation',

  bugfix_scan: 'scan',
  refactor_scan: 'scan',
  trace_analyze: 'scan',
  guard_check: 'scan',

  agent_run: 'execution',
  workflow_run: 'execution',
  bugfix_run: 'execution',
  refactor_apply: 'execution',
  ability_inject: 'execution',
}
