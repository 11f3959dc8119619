// Checks one call against the gates of a policy. Every gate runs, so that a caller learns of all problems at once. A
// gate that fails itself is reported by name.
import { runWithTimeout } from '@jeeves/mcp-runtime'
import type {
  GateOutcome,
  GateResult,
  GuardContext,
  GuardGate,
  GuardPolicy,
  PolicyVerdict,
} from './types.js'

/** Gates only compare known figures; one that takes longer is broken. */
const GATE_TIMEOUT_MS = 1000

/** Never rejects. */
export async function evaluatePolicy(
  policy: GuardPolicy,
  context: GuardContext,
): Promise<PolicyVerdict> {
  const outcomes = await Promise.all(policy.gates.map((gate) => checkGate(gate, context)))
  const passed = outcomes.every((outcome) => outcome.status !== 'fail')
  return { policyId: policy.id, passed, outcomes }
}

async function checkGate(gate: GuardGate, context: GuardContext): Promise<GateOutcome> {
  try {
    const answer = gate.check(context)
    // Most gates answer at once and need no timer.
    if (!(answer instanceof Promise)) return outcomeOf(gate, answer)
    const run = await runWithTimeout(() => answer, { timeoutMs: GATE_TIMEOUT_MS })
    return run.status === 'completed'
      ? outcomeOf(gate, run.result)
      : faultOutcome(gate, run.error.message)
  } catch (error) {
    return faultOutcome(gate, error instanceof Error ? error.message : String(error))
  }
}

function outcomeOf(gate: GuardGate, result: unknown): GateOutcome {
  if (!isGateResult(result)) return faultOutcome(gate, 'it answered without `passed`')
  return { ...result, gateId: gate.id, status: statusOf(result) }
}

function statusOf(result: GateResult): GateOutcome['status'] {
  if (!result.passed) return 'fail'
  if (result.warning !== undefined) return 'warn'
  return result.audit === undefined ? 'pass' : 'audit'
}

function faultOutcome(gate: GuardGate, message: string): GateOutcome {
  const fault = `Gate ${gate.id} could not be checked: ${message}`
  const outcome = { gateId: gate.id, fault }
  return gate.onFault === 'open'
    ? { ...outcome, status: 'warn', passed: true, warning: `${fault}. The call went on without it` }
    : {
        ...outcome,
        status: 'fail',
        passed: false,
        reason: `${fault}. The call was stopped`,
        recommendation: `Fix gate ${gate.id} or take it out of the policy`,
      }
}

const isGateResult = (value: unknown): value is GateResult =>
  typeof value === 'object' &&
  value !== null &&
  'passed' in value &&
  typeof value.passed === 'boolean'
