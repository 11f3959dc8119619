// A small policy engine: gates that stop, warn about or record a tool call.
export { evaluatePolicy } from './evaluate.js'
export { arraySizeCheck } from './gates/array-size-check/array-size-check.js'
export { memoryPressureCheck } from './gates/memory-pressure-check/memory-pressure-check.js'
export { requestSizeCheck } from './gates/request-size-check/request-size-check.js'
export { timeoutAudit } from './gates/timeout-audit/timeout-audit.js'
export { mcpRuntimePolicy } from './policies/mcp-runtime-policy.js'
export type {
  GateOutcome,
  GateResult,
  GuardContext,
  GuardGate,
  GuardPolicy,
  PolicyVerdict,
} from './types.js'
