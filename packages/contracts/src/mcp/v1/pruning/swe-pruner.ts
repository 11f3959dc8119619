// The HTTP contract of a swe-pruner service, spoken to one (`PRUNER_URL`) and offered as one (`/prune`).
import * as z from 'zod'

export const SwePrunerRequestSchema = z.object({
  code: z.string(),
  query: z.string(),
  threshold: z.number().optional(),
})
export type SwePrunerRequest = z.infer<typeof SwePrunerRequestSchema>

export const SwePrunerResponseSchema = z.object({
  pruned_code: z.string(),
  /** Numbers of the kept lines. */
  kept_frags: z.array(z.number().int().nonnegative()),
  origin_token_cnt: z.number().int().nonnegative(),
  left_token_cnt: z.number().int().nonnegative(),
  score: z.number(),
  error_msg: z.string().nullable(),
})
export type SwePrunerResponse = z.infer<typeof SwePrunerResponseSchema>

/** What `/prune` answers: with fields that some callers of a swe-pruner require, and the id for recovering cut lines. */
export const SwePruneAnswerSchema = SwePrunerResponseSchema.extend({
  token_scores: z.array(z.never()),
  model_input_token_cnt: z.number().int().nonnegative(),
  /** Absent if the text could not be kept; then it is not cut. */
  prune_id: z.string().min(1).optional(),
})
export type SwePruneAnswer = z.infer<typeof SwePruneAnswerSchema>
