// Schema violations, in terms that do not depend on a library's wording.
import type { ZodError } from 'zod'
import { isFields } from '../rpc/message.js'

export interface SchemaIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
  readonly limit?: number
  readonly actual?: number
}

/** More issues add nothing: a body of a million wrong keys gets a short answer too. */
const MAX_ISSUES = 20
const MAX_MESSAGE = 500

export const issuesOf = (error: ZodError, input?: unknown): SchemaIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => issueOf(issue, input))

/** With the limit and what was sent, where a limit was exceeded (INV-MCP-LIMIT-004). */
function issueOf(issue: ZodError['issues'][number], input: unknown): SchemaIssue {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  const found = { path, code: issue.code, message: issue.message.slice(0, MAX_MESSAGE) }
  const actual = issue.code === 'too_big' ? sizeOf(valueAt(input, path)) : undefined
  if (issue.code !== 'too_big' || actual === undefined) return found
  return { ...found, limit: Number(issue.maximum), actual }
}

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
