// Runs the gates of a policy over one call. Every gate has its say, so that a caller learns all that is
// wrong at once; a gate that goes wrong itself is named, never silent.
import { runWithTimeout } from '@jeeves/mcp-runtime'
import type {
  GateOutcome,
  GateResult,
  GuardContext,
  GuardGate,
  GuardPolicy,
  PolicyVerdict,
} from './types.js'

/** Gates look at figures that are at hand; one that takes longer is broken. */
const GATE_TIMEOUT_MS = 1000

/** Never rejects. */
export async function evaluatePolicy(
  policy: GuardPolicy,
  context: GuardContext,
): Promise<PolicyVerdict> {
  const outcomes = await Promise.all(policy.gates.map((gate) => runGate(gate, context)))
  const passed = outcomes.every((outcome) => outcome.status !== 'fail')
  return { policyId: policy.id, passed, outcomes }
}

async function runGate(gate: GuardGate, context: GuardContext): Promise<GateOutcome> {
  let answer: GateResult | Promise<GateResult>
  try {
    answer = gate.check(context)
  } catch (error) {
    return faultOutcome(gate, error instanceof Error ? error.message : String(error))
  }
  // A gate that answers at once, as most do, is not worth a timer.
  if (!(answer instanceof Promise)) return outcomeOf(gate, answer)
  const run = await runWithTimeout(() => answer, { timeoutMs: GATE_TIMEOUT_MS })
  return run.status === 'completed'
    ? outcomeOf(gate, run.result)
    : faultOutcome(gate, run.error.message)
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
        recommendation: `Mend gate ${gate.id} or take it out of the policy`,
      }
}

const isGateResult = (value: unknown): value is GateResult =>
  typeof value === 'object' &&
  value !== null &&
  'passed' in value &&
  typeof value.passed === 'boolean'
