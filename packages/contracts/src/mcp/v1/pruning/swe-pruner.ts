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
