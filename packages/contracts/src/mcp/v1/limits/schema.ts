// How large a request may be, and the error for one that is too large.
import * as z from 'zod'

const positive = z.number().int().positive()

export const MCPRequestLimitsSchema = z.object({
  maxArraySize: positive.default(100),
  /** In UTF-16 code units, as `string.length` counts. */
  maxStringLength: positive.default(100_000),
  maxObjectDepth: positive.default(10),
  /** UTF-8 bytes of the request as JSON. 10 MB. */
  maxRequestBytes: positive.default(10_485_760),
  /** Replaces `maxArraySize` for the tools named. */
  toolArrayLimits: z.record(z.string(), positive).default({
    bugfix_scan: 100,
    refactor_scan: 100,
    memory_bulk_delete: 1000,
    ability_inject: 20,
  }),
})
export type MCPRequestLimits = z.infer<typeof MCPRequestLimitsSchema>
export type MCPRequestLimitsInput = z.input<typeof MCPRequestLimitsSchema>

export const ValidationIssueSchema = z.object({
  /** `""` for the request itself, else like `edits[3].text`. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
  limit: z.number().optional(),
  actual: z.number().optional(),
})
export type ValidationIssue = z.infer<typeof ValidationIssueSchema>

export const ValidationResultSchema = z.discriminatedUnion('valid', [
  z.object({ valid: z.literal(true) }),
  z.object({ valid: z.literal(false), errors: z.array(ValidationIssueSchema) }),
])
export type ValidationResult = z.infer<typeof ValidationResultSchema>
