// A tool of the service: one of the pipeline's, with its definition. `/rpc` and `/mcp` offer the same.

import type { ValidationIssue } from '@jeeves/contracts'
import type { Cancellation } from '@jeeves/mcp-runtime'
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server'
import type { ZodType } from 'zod'
import { RequestInvalid } from '../../call/invalid-params.js'
import { issuesOf } from '../../call/issues.js'
import type { Failure, ParsedArguments, Tool } from '../../call/tool.js'
import { INTERNAL_ERROR } from '../../rpc/codes.js'
import { RpcError } from '../../rpc/rpc-error.js'
import type { Exchange } from '../byte-budget.js'
import { overloaded } from '../rpc-errors.js'

export interface ToolContext {
  readonly requestId: string
  /** Aborted when the caller disconnects. */
  readonly signal: Cancellation
  /** The client's own name, if it gives one. */
  readonly client?: string | undefined
  readonly exchange?: Exchange | undefined
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of tools holds tools of every kind
export interface ServiceTool<Args = any, Raw = any> extends Tool<Args, Raw> {
  readonly definition: ListedTool
}

export const jsonResult = (payload: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(payload) }],
})

export function parseWith<Args>(schema: ZodType<Args>, input: unknown): ParsedArguments<Args> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { ok: true, args: parsed.data, unknownKeys: [] }
  return { ok: false, issues: issuesOf(parsed.error, input) }
}

/** For a call that ended before its tool returned anything: refused by the guard, or timed out. */
export function notRun(tool: string, failure: Failure | undefined): RpcError {
  const { code = 'internal_error', message = 'the call did not run', context } = failure ?? {}
  if (code === 'MEMORY_PRESSURE') return overloaded(message)
  if (code === 'ARRAY_TOO_LARGE' || code === 'INVALID_INPUT') {
    const errors = (context?.['errors'] ?? []) as readonly ValidationIssue[]
    const issues = errors.map(({ path, code: of, message: words, limit, actual }) => ({
      path: path ? [path] : [],
      code: of,
      message: words,
      limit,
      actual,
    }))
    return new RequestInvalid('tools/call', issues, tool)
  }
  return new RpcError(INTERNAL_ERROR, undefined, { code, reason: message, tool, ...context })
}
