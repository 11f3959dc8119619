// The runtime policy's gates around each call, at every entry point. Refused calls do not run,
// warnings are logged, and a call that came near its time limit is logged afterwards.
import type { MCPRequestLimits, ValidationIssue } from '@jeeves/contracts'
import { evaluatePolicy, type GateOutcome, mcpRuntimePolicy } from '@jeeves/guard'
import { arraySizeViolations, validateRequest } from '@jeeves/mcp-runtime'
import type { EmitEvent } from '../process/events.js'
import { heapPressure, higherPressure, type MemoryPressure } from './memory-pressure.js'
import type { Failure } from './tool.js'

export interface GuardedCall {
  /** For the log. */
  readonly tool: string
  /** The tool's name in limits. */
  readonly limitedAs: string
  /** The arguments as received. */
  readonly request: unknown
  readonly limits: MCPRequestLimits
}

export interface Guard {
  /** `undefined` lets the call pass. */
  before(call: GuardedCall): Promise<Failure | undefined>
  after(tool: string, durationMs: number, timeoutMs: number): Promise<void>
}

/** They store nothing, and an id that was handed out must work. */
const READS_BACK: ReadonlySet<string> = new Set(['recover_text', 'recover_range', 'health'])

/** No gate acts on a call that took a smaller share of its time. */
const SHORT = 0.25

/** `storePressure` is that of a store in this process's memory. */
export function createGuard(
  emit: EmitEvent,
  storePressure: () => MemoryPressure | undefined = () => undefined,
): Guard {
  /** Warnings of the last call: a store that stays full is logged once, not with every call. */
  let loggedWarnings: ReadonlySet<string> = new Set()
  return {
    async before({ tool, limitedAs, request = {}, limits }) {
      const validation = validateRequest(request, limits, limitedAs)
      const { outcomes } = await evaluatePolicy(mcpRuntimePolicy, {
        toolName: tool,
        // A valid request is within its size.
        ...(!validation.valid && { requestSizeBytes: Buffer.byteLength(JSON.stringify(request)) }),
        limits,
        arraySizeViolations: arraySizeViolations(validation),
        cacheStats: READS_BACK.has(tool)
          ? heapPressure()
          : higherPressure(heapPressure(), storePressure()),
      })
      if (validation.valid && loggedWarnings.size === 0 && outcomes.every(isPassed))
        return undefined
      const warned = outcomes.filter(({ warning }) => warning !== undefined)
      for (const { gateId, warning = '' } of warned) {
        if (loggedWarnings.has(warning)) continue
        emit('warn', 'guard.warning', { data: { tool, gate: gateId, warning } })
      }
      loggedWarnings = new Set(warned.map(({ warning = '' }) => warning))
      const refused = refusal(outcomes, validation.valid ? [] : validation.errors)
      if (refused) {
        const { code, message, context } = refused
        emit('warn', 'guard.refused', { data: { tool, gate: context?.['gate'], code, message } })
      }
      return refused
    },
    async after(toolName, durationMs, timeoutMs) {
      if (durationMs < timeoutMs * SHORT) return
      const { outcomes } = await evaluatePolicy(mcpRuntimePolicy, {
        toolName,
        durationMs,
        timeoutMs,
      })
      for (const { audit } of outcomes) {
        if (audit) emit('warn', 'guard.audit', { data: audit })
      }
    },
  }
}

const isPassed = ({ status }: GateOutcome): boolean => status === 'pass'

/** The gates check sizes and memory; string lengths and object depths are checked by validation. */
function refusal(
  outcomes: readonly GateOutcome[],
  errors: readonly ValidationIssue[],
): Failure | undefined {
  const refused = outcomes.find(({ status }) => status === 'fail')
  const others = errors.filter(({ code }) => !GATED.has(code))
  if (!refused && others.length === 0) return undefined
  const reported = refused?.gateId === 'array-size-check' ? errors : others
  // Each of them says what to do.
  const reasons =
    reported.length > 0
      ? reported.map(({ message }) => message)
      : [refused?.reason, refused?.recommendation].filter(Boolean)
  return {
    code: CODES[refused?.gateId ?? ''] ?? 'INVALID_INPUT',
    message: reasons.join('. '),
    context: { gate: refused?.gateId, errors: errors.slice(0, 10) },
  }
}

const GATED: ReadonlySet<string> = new Set(['ARRAY_TOO_LARGE', 'REQUEST_TOO_LARGE'])

const CODES: Readonly<Record<string, string>> = {
  'memory-pressure-check': 'MEMORY_PRESSURE',
  'array-size-check': 'ARRAY_TOO_LARGE',
}
