// How long an array in a request may be.
import type { MCPRequestLimits, ValidationIssue, ValidationResult } from '@jeeves/contracts'
import { ownValue } from '../types.js'

/** The tool's own limit, otherwise the general one. */
export function arrayLimitFor(tool: string | undefined, limits: MCPRequestLimits): number {
  const own = tool === undefined ? undefined : ownValue(limits.toolArrayLimits, tool)
  return own ?? limits.maxArraySize
}

export interface ArraySizeViolation {
  readonly path: string
  readonly limit: number
  readonly actual: number
}

/** The part of a validation's result that is about arrays. */
export function arraySizeViolations(result: ValidationResult): ArraySizeViolation[] {
  return result.valid ? [] : result.errors.filter(isArrayViolation)
}

const isArrayViolation = (issue: ValidationIssue): issue is ValidationIssue & ArraySizeViolation =>
  issue.code === 'ARRAY_TOO_LARGE'
