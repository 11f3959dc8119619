// What a schema finds wrong with an input, in terms that no library's wording changes.
import type { ZodError } from 'zod'
import { isFields } from '../rpc/message.js'

export interface SchemaIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
  readonly limit?: number
  readonly actual?: number
}

/** More than this says no more: a body of a million wrong keys gets a short answer too. */
const MAX_ISSUES = 20
const MAX_MESSAGE = 500

/** With the limit and what was sent, where a limit was exceeded (INV-MCP-LIMIT-004). */
export const issuesOf = (error: ZodError, input?: unknown): SchemaIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    const limit = issue.code === 'too_big' ? Number(issue.maximum) : undefined
    const actual = limit === undefined ? undefined : sizeOf(valueAt(input, path))
    return {
      path,
      code: issue.code,
      message: issue.message.slice(0, MAX_MESSAGE),
      ...(limit !== undefined && actual !== undefined && { limit, actual }),
    }
  })

const valueAt = (input: unknown, path: SchemaIssue['path']): unknown =>
  path.reduce<unknown>(
    (value, key) => (isFields(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
    input,
  )

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return isFields(value) ? Object.keys(value).length : undefined
}
