// Arguments of `read`, `bash` and `grep`: what can be judged without the file system. Whether a path
// stays inside the root is the server's to say, because only it knows the root.
import * as z from 'zod'
import { JeevesVersionSchema } from './schema.js'

const withoutNul = (text: string) => !text.includes('\0')
const NUL = { error: 'must not contain a NUL character' }

const path = z.string().refine(withoutNul, NUL)
const timeoutMs = z.number().int().min(100).max(300_000).default(30_000)

const common = {
  /** Compared as sent, then trimmed: blanks alone are no question. */
  context_focus_question: z.string().max(1000).trim().min(1).optional(),
  /** Of a pruned answer, estimated; without a question it has no effect. */
  max_tokens: z.number().int().min(100).max(1_000_000).optional(),
  /** UTF-8 bytes; cut before pruning is considered. */
  max_output_bytes: z.number().int().min(1024).max(10_485_760).optional(),
}

export const ReadArgumentsSchema = z.object({
  file_path: z.string().min(1).refine(withoutNul, NUL),
  encoding: z.literal('utf-8').default('utf-8'),
  ...common,
})
export type ReadArguments = z.infer<typeof ReadArgumentsSchema>

export const BashArgumentsSchema = z.object({
  command: z.string().min(1).max(50_000).refine(withoutNul, NUL),
  cwd: path.optional(),
  env: z
    .record(z.string().regex(/^[A-Z_][A-Z0-9_]*$/), z.string().max(4000).refine(withoutNul, NUL))
    .refine((env) => Object.keys(env).length <= 200, { error: 'at most 200 variables' })
    .optional(),
  timeout_ms: timeoutMs,
  ...common,
})
export type BashArguments = z.infer<typeof BashArgumentsSchema>

export const GrepArgumentsSchema = z
  .object({
    pattern: z.string().min(1).max(10_000).refine(withoutNul, NUL),
    /** Absent, like `paths`, searches ".". */
    path: path.optional(),
    paths: z.array(path).min(1).max(100).optional(),
    cwd: path.optional(),
    fixed_string: z.boolean().default(false),
    case_sensitive: z.boolean().default(true),
    timeout_ms: timeoutMs,
    max_matches: z.number().int().min(1).max(5000).default(500),
    ...common,
  })
  .refine((args) => args.path === undefined || args.paths === undefined, {
    path: ['paths'],
    error: 'path and paths exclude each other',
  })
export type GrepArguments = z.infer<typeof GrepArgumentsSchema>

/** `error.data` of a -32602 answer. `message` equals `code`; issues are sorted by path, then code. */
export const InvalidParamsDataSchema = z.object({
  jeeves: JeevesVersionSchema,
  method: z.string(),
  tool: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
})
export type InvalidParamsData = z.infer<typeof InvalidParamsDataSchema>
