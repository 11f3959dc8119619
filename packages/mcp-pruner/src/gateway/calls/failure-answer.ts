// A call that did not reach its end, as an answer that the model can act on.
import type { ResponseLimits } from '@jeeves/contracts'
import { errorResponse, isErrorCode } from '@jeeves/mcp-runtime'
import type { Failure } from '../../call/tool.js'
import type { Fields } from '../../rpc/message.js'

const CODES: Readonly<Record<string, string>> = { timeout: 'TOOL_TIMEOUT' }

/** Text only: `structuredContent` would have to match the tool's schema. */
export function failureAnswer(
  failure: Failure,
  limits: ResponseLimits,
  durationMs: number,
): Fields {
  const known = CODES[failure.code] ?? failure.code
  const code = isErrorCode(known) ? known : 'OPERATION_FAILED'
  const { message, context } = failure
  const envelope = errorResponse({ code, message, ...(context && { context }) }, { limits })
  const { retryAfterMs: _, ...error } = envelope.error ?? { code, message }
  const timed = {
    ...envelope,
    ...(failure.mayHaveRun && { error: { ...error, retryable: false } }),
    metadata: { ...envelope.metadata, durationMs },
  }
  return { content: [{ type: 'text', text: JSON.stringify(timed) }], isError: true }
}
