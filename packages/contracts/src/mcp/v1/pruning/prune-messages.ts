// Messages of the pruning service: `prune_text`, `recover_text`, `health`, and its domain errors.
import * as z from 'zod'

const count = z.number().int().nonnegative()
const lineNumber = z.number().int().min(1)

export const PruneSourceTypeSchema = z.enum(['code', 'logs', 'docs'])

export const PruneOptionsSchema = z.strictObject({
  /** Upper bound of removed lines / all lines. */
  max_prune_ratio: z.number().min(0).max(1),
  min_keep_lines: count,
  timeout_ms: z.number().int().min(1),
  annotate_lines: z.boolean(),
  include_markers: z.boolean(),
})
export type PruneOptions = z.infer<typeof PruneOptionsSchema>

export const PruneTextInputSchema = z.strictObject({
  text: z.string(),
  goal_hint: z.string(),
  source_type: PruneSourceTypeSchema,
  options: PruneOptionsSchema,
})
export type PruneTextInput = z.infer<typeof PruneTextInputSchema>

export const PruneAnnotationSchema = z
  .object({
    kind: z.literal('pruned_block'),
    original_start_line: lineNumber,
    original_end_line: lineNumber,
    pruned_line_count: lineNumber,
    reason: z.string(),
    /** The very line inserted when `include_markers` is true. */
    marker: z.string().regex(/^[^\r\n]*$/),
  })
  .refine(
    (block) => block.pruned_line_count === block.original_end_line - block.original_start_line + 1,
    { path: ['pruned_line_count'], error: 'must count the lines from start to end, inclusive' },
  )

export const PruneTextStatsSchema = z
  .object({
    original_lines: count,
    kept_lines: count,
    pruned_lines: count,
    pruned_ratio: z.number().min(0).max(1),
    tokens_est_before: count,
    tokens_est_after: count,
    elapsed_ms: z.number().nonnegative(),
    used_fallback: z.boolean(),
  })
  .refine((stats) => stats.kept_lines + stats.pruned_lines === stats.original_lines, {
    path: ['kept_lines'],
    error: 'kept_lines and pruned_lines must add up to original_lines',
  })

export const PruneTextOutputSchema = z
  .object({
    prune_id: z.string().min(1),
    pruned_text: z.string(),
    annotations: z.array(PruneAnnotationSchema),
    stats: PruneTextStatsSchema,
    /** Codes such as `timeout`, `input_too_large`, `constraints_unmet`. */
    warnings: z.array(z.string()),
  })
  .refine(
    (output) =>
      !output.stats.used_fallback ||
      (output.annotations.length === 0 && output.warnings.length > 0),
    { path: ['warnings'], error: 'a fallback cuts nothing and says why' },
  )
export type PruneTextOutput = z.infer<typeof PruneTextOutputSchema>

/** A failure here is the domain error `invalid_range`, not invalid params. */
export const LineRangeSchema = z
  .strictObject({ start_line: lineNumber, end_line: lineNumber })
  .refine((range) => range.start_line <= range.end_line, {
    path: ['end_line'],
    error: 'end_line must not be below start_line',
  })
export type LineRange = z.infer<typeof LineRangeSchema>

export const RecoverTextInputSchema = z.strictObject({
  prune_id: z.string(),
  ranges: z.array(LineRangeSchema),
  include_line_numbers: z.boolean(),
})
export type RecoverTextInput = z.infer<typeof RecoverTextInputSchema>

export const RecoverTextOutputSchema = z.object({
  raw_text: z.string(),
  metadata: z.object({
    prune_id: z.string(),
    ranges: z.array(z.object({ start_line: lineNumber, end_line: lineNumber })),
    line_numbering: z.literal('original'),
  }),
  /** Over MCP alone: for example the names of arguments that were not understood. */
  warnings: z.array(z.string()).optional(),
})
export type RecoverTextOutput = z.infer<typeof RecoverTextOutputSchema>

export const PruneHealthSchema = z.object({
  status: z.literal('healthy'),
  server: z.literal('mcp-pruner'),
  version: z.string(),
  capabilities: z.array(z.string()),
  timestamp: z.iso.datetime({ offset: true }),
})
export type PruneHealth = z.infer<typeof PruneHealthSchema>

export const PruneErrorCodeSchema = z.enum([
  'timeout',
  'input_too_large',
  'invalid_range',
  'prune_id_not_found',
  'recovery_unavailable',
])

/** What `recover_text` answers over MCP (`isError: true`). */
export const RecoverTextErrorSchema = z.object({
  error: z.object({ code: PruneErrorCodeSchema, message: z.string() }),
  warnings: z.array(z.string()).optional(),
})

/** JSON-RPC codes of the domain errors that have one of their own. */
export const PRUNE_RPC_ERROR_CODES = { prune_id_not_found: -32004, invalid_range: -32005 } as const

/** `error.data` of a domain error; `error.message` is the code as well. */
export const PruneErrorDataSchema = z.object({
  code: PruneErrorCodeSchema,
  prune_id: z.string().optional(),
  /** The first wrong range as it was sent, and its place in the list. */
  index: count.optional(),
  range: z.unknown().optional(),
  /** Lines of the kept text. */
  max_line: count.optional(),
  reason: z.string().optional(),
  retryable: z.boolean().optional(),
})
