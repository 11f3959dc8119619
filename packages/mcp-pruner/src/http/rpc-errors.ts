// JSON-RPC errors with the `data` that lets a caller act on them.
import type { ZodError } from 'zod'
import { issuesOf } from '../call/issues.js'
import type { ArgumentIssue } from '../call/tool.js'
import { INTERNAL_ERROR, INVALID_PARAMS } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'

/** Too much is waiting already; over HTTP it becomes 503 with `Retry-After`. */
export class OverloadedError extends RpcError {
  override readonly name = 'OverloadedError'
  readonly reason: string

  constructor(reason: string) {
    const retry_after_ms = RETRY_AFTER_S * 1000
    super(INTERNAL_ERROR, 'Service overloaded', { code: 'overloaded', reason, retry_after_ms })
    this.reason = reason
  }
}

export const RETRY_AFTER_S = 1

export interface ParamIssue {
  readonly path: string
  readonly code: string
  readonly message: string
  readonly limit?: number
  readonly actual?: number
}

export const invalidParams = (
  about: { readonly method: string; readonly tool?: string },
  issues: readonly ParamIssue[],
): RpcError =>
  new RpcError(INVALID_PARAMS, undefined, {
    code: 'invalid_params',
    jeeves: { schemaVersion: 1 },
    ...about,
    issues: [...issues].sort((a, b) => (a.path + a.code < b.path + b.code ? -1 : 1)),
  })

export const aboutTool = (tool: string) => ({ method: 'tools/call', tool })

/** The same in words, for callers who read them. */
export const invalidArguments = (tool: string, issues: readonly ArgumentIssue[]): RpcError =>
  invalidParams(
    aboutTool(tool),
    issues.map(({ path, code, message = code }) => ({
      path: ['arguments', ...path].join('.'),
      code,
      message,
    })),
  )

export const paramIssues = (error: ZodError, at: string): ParamIssue[] =>
  issuesOf(error).map(({ path, code, message }) => ({
    path: [at, ...path].join('.'),
    code,
    message,
  }))
