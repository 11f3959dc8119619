// The parts of a policy. A gate checks one call and says whether it may proceed.
import type { MCPCacheStats, MCPRequestLimits } from '@jeeves/contracts'
import type { ArraySizeViolation } from '@jeeves/mcp-runtime'

/** What is known about a call. A gate passes if the field it checks is absent. */
export interface GuardContext {
  readonly toolName?: string
  readonly cacheStats?: Pick<MCPCacheStats, 'pressureLevel'>
  readonly requestSizeBytes?: number
  readonly limits?: Pick<MCPRequestLimits, 'maxRequestBytes'>
  readonly arraySizeViolations?: readonly ArraySizeViolation[]
  /** Known once the tool has run. */
  readonly durationMs?: number
  readonly timeoutMs?: number
}

export interface GateResult {
  readonly passed: boolean
  /** Why it did not pass, and what to do about it. */
  readonly reason?: string
  readonly recommendation?: string
  /** It passed, but is worth a look. */
  readonly warning?: string
  /** For the record. */
  readonly audit?: Readonly<Record<string, unknown>>
}

export interface GuardGate {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly check: (context: GuardContext) => GateResult | Promise<GateResult>
  /**
   * What happens if a gate throws, hangs or returns nonsense. `closed` (default) stops the call: a limit
   * that cannot be checked is not enforced. `open` lets it proceed: a failed record must not stop a call.
   */
  readonly onFault?: 'closed' | 'open'
}

export interface GuardPolicy {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly gates: readonly GuardGate[]
}

export interface GateOutcome extends GateResult {
  readonly gateId: string
  readonly status: 'pass' | 'warn' | 'fail' | 'audit'
  /** The gate itself failed; its `onFault` decided. */
  readonly fault?: string
}

export interface PolicyVerdict {
  readonly policyId: string
  /** False as soon as one gate failed. */
  readonly passed: boolean
  /** One for each gate, in the policy's order. */
  readonly outcomes: readonly GateOutcome[]
}
