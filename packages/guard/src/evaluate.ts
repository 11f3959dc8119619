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
  const asked = policy.gates.map((gate) => new AskedGate(gate, context))
  // Most gates answer immediately and need no timer.
  const outcomes =
    answered(asked) ??
    (await Promise.resolve().then(() => answered(asked))) ??
    (await Promise.all(asked.map((gate) => gate.inTime())))
  const passed = outcomes.every((outcome) => outcome.status !== 'fail')
  return { policyId: policy.id, passed, outcomes }
}

/** `undefined` while one of them has not answered. */
function answered(asked: readonly AskedGate[]): readonly GateOutcome[] | undefined {
  const outcomes: GateOutcome[] = []
  for (const { outcome } of asked) {
    if (!outcome) return undefined
    outcomes.push(outcome)
  }
  return outcomes
}

class AskedGate {
  /** The gate's results so far. */
  outcome: GateOutcome | undefined
  readonly #gate: GuardGate
  readonly #answer: Promise<GateResult> | undefined

  constructor(gate: GuardGate, context: GuardContext) {
    this.#gate = gate
    try {
      const answer = gate.check(context)
      if (answer instanceof Promise) {
        this.#answer = answer
        answer.then(
          (result) => {
            this.outcome = outcomeOf(gate, result)
          },
          () => {},
        )
      } else this.outcome = outcomeOf(gate, answer)
    } catch (error) {
      this.outcome = faultOutcome(gate, error instanceof Error ? error.message : String(error))
    }
  }

  async inTime(): Promise<GateOutcome> {
    const answer = this.#answer
    if (this.outcome || !answer) return this.outcome ?? outcomeOf(this.#gate, undefined)
    const run = await runWithTimeout(() => answer, { timeoutMs: GATE_TIMEOUT_MS })
    return run.status === 'completed'
      ? outcomeOf(this.#gate, run.result)
      : faultOutcome(this.#gate, run.error.message)
  }
}

function outcomeOf(gate: GuardGate, result: unknown): GateOutcome {
  if (!isGateResult(result)) return faultOutcome(gate, 'it answered without `passed`')
  const status = statusOf(result)
  // The usual result, made without a copy.
  if (status === 'pass' && result.reason === undefined && result.recommendation === undefined) {
    return { passed: true, gateId: gate.id, status }
  }
  return { ...result, gateId: gate.id, status }
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
