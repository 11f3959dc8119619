// A request that is refused by a limit names the setting that sets the limit.
import type { ValidationIssue } from '@jeeves/contracts'
import type { Failure } from '../../call/tool.js'

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
