// What a schema finds wrong with an input, in terms that no library's wording changes.
import type { ZodError } from 'zod'

export interface SchemaIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

/** More than this says no more: a body of a million wrong keys gets a short answer too. */
const MAX_ISSUES = 20
const MAX_MESSAGE = 500

export const issuesOf = (error: ZodError): SchemaIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map(({ path, code, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    code,
    message: message.slice(0, MAX_MESSAGE),
  }))
