// What every tool answers: one envelope for success, failure and lists, with the errors it can carry.
import * as z from 'zod'

export const MCPErrorCodeSchema = z.enum([
  'INVALID_INPUT',
  'MISSING_REQUIRED_FIELD',
  'INVALID_FORMAT',
  'ARRAY_TOO_LARGE',

  'NOT_FOUND',
  'ALREADY_EXISTS',
  'CONFLICT',

  'OPERATION_FAILED',
  'TOOL_TIMEOUT',
  'RATE_LIMITED',
  'MEMORY_PRESSURE',

  'INTERNAL_ERROR',
  'NOT_IMPLEMENTED',
  'SERVICE_UNAVAILABLE',
])
export type MCPErrorCode = z.infer<typeof MCPErrorCodeSchema>

export const MCPStructuredErrorSchema = z.object({
  code: MCPErrorCodeSchema,
  message: z.string().min(1).max(1000),
  context: z.record(z.string(), z.unknown()).optional(),
  /** Whether the same call can be made again without doing its work twice. */
  retryable: z.boolean().default(false),
  retryAfterMs: z.number().int().positive().optional(),
})
export type MCPStructuredError = z.infer<typeof MCPStructuredErrorSchema>

export const MCPResponseMetadataSchema = z.object({
  durationMs: z.number().int().nonnegative(),
  cached: z.boolean().default(false),
  /** True when anything of the answer was cut, shortened or left out. */
  truncated: z.boolean().default(false),
})
export type MCPResponseMetadata = z.infer<typeof MCPResponseMetadataSchema>

export const SeveritySchema = z.enum(['critical', 'high', 'medium', 'low'])
export type Severity = z.infer<typeof SeveritySchema>

/** One line of a list: enough to choose by, and the id to ask for more with. */
export const MCPListItemSchema = z.object({
  id: z.string(),
  label: z.string().max(50),
  severity: SeveritySchema.optional(),
})
export type MCPListItem = z.infer<typeof MCPListItemSchema>

const ARTIFACT_REF = /^ax:\/\/[a-z][a-z0-9-]{0,63}\/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

const envelopeFields = {
  /** One line. */
  summary: z.string().max(100),
  /** How many there are, not how many are shown. */
  count: z.number().int().nonnegative().optional(),
  /** Where the whole answer is kept. */
  artifactRef: z.string().regex(ARTIFACT_REF).optional(),
  hasMore: z.boolean().optional(),
  nextCursor: z.string().optional(),
  metadata: MCPResponseMetadataSchema,
}

/** The one envelope. `items` carries lists, `data` everything else. */
export const MCPResponseEnvelopeSchema = <T extends z.ZodType>(dataSchema: T) =>
  z.discriminatedUnion('success', [
    z.object({
      success: z.literal(true),
      ...envelopeFields,
      items: z.array(z.unknown()).optional(),
      data: dataSchema.optional(),
    }),
    z.object({
      success: z.literal(false),
      ...envelopeFields,
      error: MCPStructuredErrorSchema,
    }),
  ])

export interface MCPResponseEnvelope {
  success: boolean
  summary: string
  count?: number
  items?: unknown[]
  data?: unknown
  artifactRef?: string
  hasMore?: boolean
  nextCursor?: string
  error?: MCPStructuredError
  metadata: MCPResponseMetadata
}

/** The envelope of a tool that answers with a list to choose from. */
export const MCPResponseContractSchema = z.object({
  success: z.boolean(),
  ...envelopeFields,
  items: z.array(MCPListItemSchema).max(10).optional(),
})
export type MCPResponseContract = z.infer<typeof MCPResponseContractSchema>

/** A page of a list. */
export const MCPListResponseSchema = <T extends z.ZodType>(itemSchema: T) =>
  z.object({
    items: z.array(itemSchema),
    total: z.number().int().nonnegative(),
    limit: z.number().int().positive(),
    offset: z.number().int().nonnegative(),
    hasMore: z.boolean(),
  })

/** The limits of the `runtime` profile, as they are configured. */
export const MCPResponseLimitsSchema = z.object({
  maxResponseBytes: z.number().int().positive().default(1_048_576),
  maxListItems: z.number().int().positive().default(100),
  maxStringLength: z.number().int().positive().default(10_000),
  truncationSuffix: z.string().default('... [truncated]'),
})
export type MCPResponseLimits = z.infer<typeof MCPResponseLimitsSchema>
