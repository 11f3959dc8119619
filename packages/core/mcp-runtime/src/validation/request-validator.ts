// Enforces a request's limits.
import type { MCPRequestLimits, ValidationIssue, ValidationResult } from '@jeeves/contracts'
import { jsonStringBytesAtMost } from '../json/sizes.js'
import { arrayLimitFor } from './array-limits.js'
import { RequestWalk } from './request-walk.js'

/** Takes time linear in the request's size, and never throws. */
export function validateRequest(
  request: unknown,
  limits: MCPRequestLimits,
  tool?: string,
): ValidationResult {
  const maxArraySize = arrayLimitFor(tool, limits)
  try {
    // Most requests are far within their size, and exact bytes take as long as parsing them.
    if (new RequestWalk(limits, maxArraySize, jsonStringBytesAtMost).run(request).length === 0) {
      return { valid: true }
    }
    const errors = new RequestWalk(limits, maxArraySize).run(request)
    return errors.length === 0 ? { valid: true } : { valid: false, errors }
  } catch (error) {
    // Only a proxy's trap can throw here.
    const message = `The request cannot be read: ${String(error)}`
    return { valid: false, errors: [{ path: '', code: 'INVALID_INPUT', message }] }
  }
}

/** A request was refused; its handler did not run. */
export class RequestValidationError extends Error {
  override readonly name = 'RequestValidationError'
  readonly code: 'ARRAY_TOO_LARGE' | 'INVALID_INPUT'
  readonly errors: readonly ValidationIssue[]

  constructor(errors: readonly ValidationIssue[]) {
    super(errors.map((error) => error.message).join('\n'))
    const arraysOnly = errors.every((error) => error.code === 'ARRAY_TOO_LARGE')
    this.code = arraysOnly ? 'ARRAY_TOO_LARGE' : 'INVALID_INPUT'
    this.errors = errors
  }
}
