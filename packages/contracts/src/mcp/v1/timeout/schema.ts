// How long a tool call may take, and the record of a timed call.
import * as z from 'zod'

const milliseconds = z.number().int().positive()
const durationMs = z.number().int().nonnegative()

export const ToolCategorySchema = z.enum(['query', 'mutation', 'scan', 'execution'])
export type ToolCategory = z.infer<typeof ToolCategorySchema>

export const MCPTimeoutConfigSchema = z.object({
  /** For tools without a category. */
  defaultTimeoutMs: milliseconds.default(30_000),
  toolTimeouts: z
    .object({
      query: milliseconds.default(10_000),
      mutation: milliseconds.default(30_000),
      scan: milliseconds.default(120_000),
      /** 20 minutes */
      execution: milliseconds.default(1_200_000),
    })
    .prefault({}),
  toolOverrides: z.record(z.string(), milliseconds).default({}),
})
export type MCPTimeoutConfig = z.infer<typeof MCPTimeoutConfigSchema>
export type MCPTimeoutConfigInput = z.input<typeof MCPTimeoutConfigSchema>

export const TimeoutResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('completed'), result: z.unknown(), durationMs }),
  z.object({
    status: z.literal('timeout'),
    timeoutMs: milliseconds,
    partialResult: z.unknown().optional(),
    /** The runtime always says both; others' timeouts are known by their `status`. */
    error: z.object({ code: z.literal('TOOL_TIMEOUT'), message: z.string() }).optional(),
    durationMs: durationMs.optional(),
  }),
  z.object({
    status: z.literal('error'),
    error: z.object({ code: z.string(), message: z.string() }),
    durationMs,
  }),
])
export type TimeoutResult = z.infer<typeof TimeoutResultSchema>
