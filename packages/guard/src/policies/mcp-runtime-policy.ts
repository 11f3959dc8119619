// The policy that every tool call passes. Before the tool runs it has the sizes, afterwards the duration.
import { arraySizeCheck } from '../gates/array-size-check/array-size-check.js'
import { memoryPressureCheck } from '../gates/memory-pressure-check/memory-pressure-check.js'
import { requestSizeCheck } from '../gates/request-size-check/request-size-check.js'
import { timeoutAudit } from '../gates/timeout-audit/timeout-audit.js'
import type { GuardPolicy } from '../types.js'

export const mcpRuntimePolicy: GuardPolicy = {
  id: 'mcp-runtime-policy',
  name: 'MCP Runtime Governance',
  description: 'Ensures MCP operations meet runtime governance requirements',
  gates: [memoryPressureCheck, requestSizeCheck, arraySizeCheck, timeoutAudit],
}
