// A call that did not reach its end, as an answer that the model can act on.
import type { MCPResponseEnvelope, ResponseLimits, ValidationIssue } from '@jeeves/contracts'
import { errorResponse, isErrorCode } from '@jeeves/mcp-runtime'
import type { Failure } from '../../call/tool.js'
import type { Fields } from '../../rpc/message.js'

const CODES: Readonly<Record<string, string>> = {
  timeout: 'TOOL_TIMEOUT',
}
/** Room for ten issues with their figures as fields; seed 002's limits on data are for answers. */
const LEVELS = 64

/** Text only: `structuredContent` would have to match the tool's schema. */
export function failureAnswer(
  failure: Failure,
  limits: ResponseLimits,
  durationMs: number,
): Fields {
  const known = CODES[failure.code] ?? failure.code
  const code = isErrorCode(known) ? known : 'OPERATION_FAILED'
  const { message, context } = failure
  const wide = { ...limits, maxJsonDepth: LEVELS, maxArrayItems: Number.MAX_SAFE_INTEGER }
  const envelope = errorResponse({ code, message, ...(context && { context }) }, { limits: wide })
  return {
    content: [{ type: 'text', text: JSON.stringify(timed(envelope, failure, durationMs)) }],
    isError: true,
  }
}

/** What may have done its work is not to be repeated. */
function timed(
  envelope: MCPResponseEnvelope,
  { mayHaveRun, isLasting }: Failure,
  durationMs: number,
): MCPResponseEnvelope {
  const { error } = envelope
  const { retryAfterMs: _, ...once } = error ?? { code: 'OPERATION_FAILED' as const, message: '' }
  return {
    ...envelope,
    ...((mayHaveRun || isLasting) && { error: { ...once, retryable: false } }),
    metadata: { ...envelope.metadata, durationMs },
  }
}

const SETTINGS: Readonly<Record<string, string>> = {
  REQUEST_TOO_LARGE: 'maxRequestBytes',
  ARRAY_TOO_LARGE: 'maxArraySize',
  STRING_TOO_LONG: 'maxStringLength',
  TOO_DEEP: 'maxObjectDepth',
}

const UNEXPLAINED: Failure = {
  code: 'OPERATION_FAILED',
  message: 'The call failed without a reason',
}

export function explained(failure: Failure = UNEXPLAINED): Failure {
  const errors = failure.context?.['errors']
  const [first] = Array.isArray(errors) ? (errors as readonly ValidationIssue[]) : []
  if (!first) return failure
  const setting = SETTINGS[first.code] ?? 'requestLimits'
  return {
    ...failure,
    message: `${failure.message}. ${setting} in a preset's requestLimits sets it`,
  }
}
