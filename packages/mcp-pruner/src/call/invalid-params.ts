// JSON-RPC -32602 with data that never depends on a library's wording.
import type { InvalidParamsData } from '@jeeves/contracts'
import { INVALID_PARAMS } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'
import type { ArgumentIssue } from './tool.js'

export class RequestInvalid extends RpcError {
  override readonly name = 'RequestInvalid'
  declare readonly data: InvalidParamsData
  /** As found, in words where available. */
  readonly issues: readonly ArgumentIssue[]

  /** Issues of a tool concern its arguments, unless `at` gives another path. */
  constructor(
    method: string,
    issues: readonly ArgumentIssue[],
    tool?: string,
    at: readonly string[] = tool === undefined ? [] : ['arguments'],
  ) {
    const data: InvalidParamsData = {
      jeeves: { schemaVersion: 1 },
      method,
      tool,
      issues: issues
        .map(({ path, code, limit, actual }) => ({
          path: [...at, ...path].join('.'),
          code,
          message: code,
          limit,
          actual,
        }))
        .sort((a, b) => compare(a.path, b.path) || compare(a.code, b.code)),
    }
    super(INVALID_PARAMS, undefined, data)
    this.issues = issues
  }
}

/** Logged for a refused request: no argument values. */
export const loggedInvalid = ({ message, data: { tool, issues } }: RequestInvalid) => ({
  data: {
    ...(tool !== undefined && { tool: tool.slice(0, 64) }),
    message,
    validation_errors: issues,
  },
})

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
