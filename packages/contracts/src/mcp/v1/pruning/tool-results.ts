// Structured results of `read`, `bash` and `grep`, and of their failures (`isError: true`).
import * as z from 'zod'
import { PruningMetadataSchema } from './schema.js'

const count = z.number().int().nonnegative()
const durationMs = z.number().nonnegative()
const pruning = PruningMetadataSchema
/** For example the names of arguments that were not understood. */
const warnings = z.array(z.string()).optional()
/** Of a call that the guard refuses. */
const REFUSALS = ['MEMORY_PRESSURE', 'ARRAY_TOO_LARGE', 'INVALID_INPUT'] as const

export const ReadResultSchema = z.object({
  tool: z.literal('read'),
  file_path: z.string(),
  encoding: z.literal('utf-8'),
  content: z.string(),
  truncated: z.boolean(),
  bytes: count,
  duration_ms: durationMs,
  pruning,
  warnings,
})

export const ReadErrorSchema = z.object({
  tool: z.literal('read'),
  error: z.object({
    code: z.enum(['not_found', 'permission_denied', 'invalid_path', 'io_error', ...REFUSALS]),
    message: z.string(),
  }),
  pruning,
  warnings,
})
export type ReadAnswer = z.infer<typeof ReadResultSchema> | z.infer<typeof ReadErrorSchema>

export const BashResultSchema = z.object({
  tool: z.literal('bash'),
  command: z.string(),
  cwd: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  exit_code: z.number().int(),
  timed_out: z.boolean(),
  truncated: z.boolean(),
  duration_ms: durationMs,
  pruning,
  warnings,
})

export const BashErrorSchema = z.object({
  tool: z.literal('bash'),
  error: z.object({
    code: z.enum(['timeout', 'spawn_error', 'nonzero_exit', 'invalid_cwd', ...REFUSALS]),
    message: z.string(),
    exit_code: z.number().int().optional(),
  }),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  pruning,
  warnings,
})
export type BashAnswer = z.infer<typeof BashResultSchema> | z.infer<typeof BashErrorSchema>

export const GrepMatchSchema = z.object({
  path: z.string(),
  line: z.number().int().positive(),
  /** 1-based characters; null where the engine cannot say. */
  column: z.number().int().positive().nullable(),
  text: z.string(),
})
export type GrepMatch = z.infer<typeof GrepMatchSchema>

export const GrepResultSchema = z.object({
  tool: z.literal('grep'),
  pattern: z.string(),
  paths: z.array(z.string()),
  matches: z.array(GrepMatchSchema),
  match_count: count,
  /** Matches beyond `max_matches`, as far as they were counted. */
  left_out: count.optional(),
  truncated: z.boolean(),
  duration_ms: durationMs,
  pruning,
  warnings,
})

export const GrepErrorSchema = z.object({
  tool: z.literal('grep'),
  error: z.object({
    code: z.enum(['timeout', 'spawn_error', 'invalid_path', 'rg_error', ...REFUSALS]),
    message: z.string(),
    exit_code: z.number().int().optional(),
  }),
  pruning,
  warnings,
})
export type GrepAnswer = z.infer<typeof GrepResultSchema> | z.infer<typeof GrepErrorSchema>
