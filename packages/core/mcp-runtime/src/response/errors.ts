// From any thrown value to a structured error: a known code, a bounded message, and whether the same
// call may be made again.
import type { MCPErrorCode, MCPStructuredError } from '@jeeves/contracts'
import { flatten } from './flatten.js'
import { Part } from './parts.js'

interface Retry {
  readonly retryable: boolean
  readonly retryAfterMs?: number
}

const NEVER: Retry = { retryable: false }

/**
 * True only if the call certainly did no work. A call that ran out of time may have, so
 * repeating it could do it twice.
 */
export const RETRY_BY_CODE: Readonly<Record<MCPErrorCode, Retry>> = {
  INVALID_INPUT: NEVER,
  MISSING_REQUIRED_FIELD: NEVER,
  INVALID_FORMAT: NEVER,
  ARRAY_TOO_LARGE: NEVER,
  NOT_FOUND: NEVER,
  ALREADY_EXISTS: NEVER,
  CONFLICT: NEVER,
  OPERATION_FAILED: NEVER,
  TOOL_TIMEOUT: NEVER,
  RATE_LIMITED: { retryable: true, retryAfterMs: 1_000 },
  MEMORY_PRESSURE: { retryable: true, retryAfterMs: 5_000 },
  INTERNAL_ERROR: NEVER,
  NOT_IMPLEMENTED: NEVER,
  SERVICE_UNAVAILABLE: { retryable: true, retryAfterMs: 1_000 },
}

/** Codes and names that Node, the web platform and this project's own errors carry. */
const NAMES_BY_CODE: Readonly<Partial<Record<MCPErrorCode, string>>> = {
  OPERATION_FAILED: 'AbortError ABORT_ERR EACCES EPERM',
  TOOL_TIMEOUT: 'TimeoutError ETIMEDOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT',
  NOT_FOUND: 'ENOENT ENOTDIR',
  ALREADY_EXISTS: 'EEXIST',
  CONFLICT: 'ENOTEMPTY EBUSY',
  SERVICE_UNAVAILABLE:
    'ECONNREFUSED ENOTFOUND EAI_AGAIN UND_ERR_CONNECT_TIMEOUT EMFILE ENFILE recovery_unavailable',
  MEMORY_PRESSURE: 'ENOMEM',
  NOT_IMPLEMENTED: 'ENOSYS ENOTSUP',
  INVALID_INPUT: 'EISDIR ENAMETOOLONG ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE ZodError',
  INVALID_FORMAT: 'ERR_INVALID_URL',
}
const CODE_BY_NAME: ReadonlyMap<string, MCPErrorCode> = new Map(
  Object.entries(NAMES_BY_CODE).flatMap(([code, names]) =>
    names.split(' ').map((name): [string, MCPErrorCode] => [name, code as MCPErrorCode]),
  ),
)

const MAX_MESSAGE = 1000
/** A cause can be its own cause. */
const MAX_CAUSES = 5

export const isErrorCode = (code: unknown): code is MCPErrorCode =>
  typeof code === 'string' && Object.hasOwn(RETRY_BY_CODE, code)

/** `retryable` and `retryAfterMs` come from the code alone. */
export function structuredError(
  code: MCPErrorCode,
  message: string,
  context?: Readonly<Record<string, unknown>>,
): MCPStructuredError {
  const text = message === '' ? code : message
  const bounded = text.length > MAX_MESSAGE ? cutMessage(text) : text
  const error: MCPStructuredError = { code, message: bounded, ...RETRY_BY_CODE[code] }
  return context === undefined ? error : { ...error, context: { ...context } }
}

function cutMessage(text: string): string {
  // The end of a message says what was wrong, after its start has said where.
  const head = text.slice(0, 600)
  const tail = text.slice(text.length - 390)
  return `${head} ... ${tail}`.toWellFormed()
}

/** Classifies anything that can be thrown. Never throws itself, and never shows a stack. */
export function classifyError(thrown: unknown): MCPStructuredError {
  try {
    return structuredError(codeOf(thrown), messageOf(thrown), contextOf(thrown))
  } catch {
    return structuredError('INTERNAL_ERROR', 'The tool failed and its error cannot be read')
  }
}

function codeOf(thrown: unknown): MCPErrorCode {
  if (typeof thrown === 'string') return 'OPERATION_FAILED'
  let error: unknown = thrown
  for (let i = 0; i < MAX_CAUSES && typeof error === 'object' && error !== null; i++) {
    const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown }
    if (isErrorCode(code)) return code
    for (const known of [code, name]) {
      const found = typeof known === 'string' ? CODE_BY_NAME.get(known) : undefined
      if (found) return found
    }
    error = cause
  }
  return 'INTERNAL_ERROR'
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    return String(thrown.message)
  }
  if (thrown === undefined || thrown === null) return 'The tool failed without saying why'
  return flatten(new Part(thrown), MAX_MESSAGE)
}

/** What an error says in data rather than in words. */
function contextOf(thrown: unknown): Record<string, unknown> | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const { context, data } = thrown as { context?: unknown; data?: unknown }
  const found = context ?? data
  return typeof found === 'object' && found !== null && !Array.isArray(found)
    ? (found as Record<string, unknown>)
    : undefined
}
