// What a tool result says about pruning. Consumers ignore fields that they do not know.
import * as z from 'zod'

const count = z.number().int().nonnegative()

export const JEEVES_SCHEMA_VERSION = 1
export const JeevesVersionSchema = z.object({ schemaVersion: z.literal(JEEVES_SCHEMA_VERSION) })

export const PruningReasonSchema = z.enum([
  'disabled_or_unconfigured',
  'no_focus_question',
  'too_large',
  'output_empty',
  'pruner_error',
  /** Chosen at random for the control group, which passes raw (`MCP_PRUNER_HOLDOUT`). */
  'holdout',
])
export type PruningReason = z.infer<typeof PruningReasonSchema>

export const PrunerErrorSchema = z.object({
  /** `recovery_unavailable`: the raw output could not be kept, so nothing of it was cut. */
  code: z.enum(['timeout', 'http_error', 'invalid_response', 'recovery_unavailable']),
  message: z.string(),
})
export type PrunerError = z.infer<typeof PrunerErrorSchema>

export const PruningMetadataSchema = z
  .object({
    /** An engine, HTTP or embedded, was run. */
    attempted: z.boolean(),
    /** The output shown is the engine's. */
    applied: z.boolean(),
    /** An engine was run, and the raw output is shown. */
    fallback: z.boolean(),
    /** Why pruning was not applied. */
    reason: PruningReasonSchema.optional(),
    /** Of the output that could be pruned: after truncation to `max_output_bytes`. */
    raw_bytes: count,
    pruned_bytes: count.optional(),
    pruner_duration_ms: z.number().nonnegative().optional(),
    error: PrunerErrorSchema.optional(),
    engine: z.enum(['http', 'embedded']).optional(),
    /** False: the engine's text has lines that are not in the raw output. */
    verbatim: z.literal(false).optional(),
    /** How many needed lines the engine expects to have cut. */
    expected_miss: z.number().min(0).optional(),
    /** The id by which `recover_text` returns cut lines. */
    prune_id: z.string().min(1).optional(),
    original_lines: count.optional(),
    kept_lines: count.optional(),
    pruned_lines: count.optional(),
    /** Further remarks of the closing line: names that are not in the text, shortened lines. */
    remarks: z.array(z.string()).optional(),
  })
  .superRefine((pruning, context) => {
    const rule = (holds: boolean, path: string, message: string) => {
      if (!holds) context.addIssue({ code: 'custom', path: [path], message })
    }
    const failed = pruning.reason === 'pruner_error'
    rule(!pruning.applied || pruning.attempted, 'applied', 'applied implies attempted')
    rule(
      pruning.fallback === (pruning.attempted && !pruning.applied),
      'fallback',
      'fallback means attempted and not applied',
    )
    rule(
      (pruning.reason === undefined) === pruning.applied,
      'reason',
      'reason is given when pruning was not applied, and only then',
    )
    rule(failed === pruning.fallback, 'reason', 'pruner_error is the reason of a fallback')
    rule(
      (pruning.error !== undefined) === failed,
      'error',
      'error is given with the reason pruner_error, and only then',
    )
    rule(
      pruning.pruned_bytes === undefined || pruning.applied,
      'pruned_bytes',
      'pruned_bytes is given only when pruning was applied',
    )
    rule(
      pruning.engine === undefined || pruning.attempted,
      'engine',
      'engine is given only when one was run',
    )
  })
export type PruningMetadata = z.infer<typeof PruningMetadataSchema>
