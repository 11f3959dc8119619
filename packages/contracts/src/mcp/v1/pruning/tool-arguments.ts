// Arguments of `read`, `bash` and `grep`: what can be judged without the file system. Whether a path
// stays inside the root is the server's to say, because only it knows the root.
import * as z from 'zod'
import { ARGUMENT_LIMITS, type ArgumentLimit, READ_ENCODING } from './argument-limits.js'
import { JeevesVersionSchema } from './schema.js'

const withoutNul = (text: string) => !text.includes('\0')
const NUL = { error: 'must not contain a NUL character' }

const path = z.string().refine(withoutNul, NUL)
const timeoutMs = numberOf(ARGUMENT_LIMITS.timeout_ms).default(ARGUMENT_LIMITS.timeout_ms.default)

/** A whole number within its limit. */
export function numberOf({ min, max }: ArgumentLimit): z.ZodNumber {
  const least = min === undefined ? z.number().int() : z.number().int().min(min)
  return max === undefined ? least : least.max(max)
}

/** Compared as sent, then trimmed: spaces alone are not a question. */
export const FocusQuestionSchema = z
  .string()
  .max(ARGUMENT_LIMITS.context_focus_question.max)
  .trim()
  .min(ARGUMENT_LIMITS.context_focus_question.min)
  .optional()

const common = {
  context_focus_question: FocusQuestionSchema,
  /** Of a pruned answer, estimated; without a question it has no effect. */
  max_tokens: numberOf(ARGUMENT_LIMITS.max_tokens).optional(),
  /** UTF-8 bytes; cut before pruning is considered. */
  max_output_bytes: numberOf(ARGUMENT_LIMITS.max_output_bytes).default(
    ARGUMENT_LIMITS.max_output_bytes.max,
  ),
}

export const ReadArgumentsSchema = z.object({
  file_path: z.string().min(ARGUMENT_LIMITS.file_path.min).refine(withoutNul, NUL),
  encoding: z.literal(READ_ENCODING).default(READ_ENCODING),
  ...common,
})

export const BashArgumentsSchema = z.object({
  command: z
    .string()
    .min(ARGUMENT_LIMITS.command.min)
    .max(ARGUMENT_LIMITS.command.max)
    .refine(withoutNul, NUL),
  cwd: path.optional(),
  env: z
    .record(
      z.string().regex(/^[A-Z_][A-Z0-9_]*$/),
      z.string().max(ARGUMENT_LIMITS.env_value.max).refine(withoutNul, NUL),
    )
    .superRefine((env, context) => {
      const { max: maximum } = ARGUMENT_LIMITS.env
      if (Object.keys(env).length <= maximum) return
      context.addIssue({
        code: 'too_big',
        origin: 'map',
        maximum,
        message: `at most ${maximum} variables`,
      })
    })
    .optional(),
  timeout_ms: timeoutMs,
  ...common,
})

export const GrepArgumentsSchema = z
  .object({
    pattern: z
      .string()
      .min(ARGUMENT_LIMITS.pattern.min)
      .max(ARGUMENT_LIMITS.pattern.max)
      .refine(withoutNul, NUL),
    /** Absent, like `paths`, searches ".". */
    path: path.optional(),
    paths: z.array(path).min(ARGUMENT_LIMITS.paths.min).max(ARGUMENT_LIMITS.paths.max).optional(),
    cwd: path.optional(),
    fixed_string: z.boolean().default(false),
    case_sensitive: z.boolean().default(true),
    timeout_ms: timeoutMs,
    max_matches: numberOf(ARGUMENT_LIMITS.max_matches).default(ARGUMENT_LIMITS.max_matches.default),
    ...common,
  })
  .refine((args) => args.path === undefined || args.paths === undefined, {
    path: ['paths'],
    error: 'path and paths exclude each other',
  })

/** `error.data` of a -32602 answer. `message` equals `code`; issues are sorted by path, then code. */
export const InvalidParamsDataSchema = z.object({
  jeeves: JeevesVersionSchema,
  method: z.string(),
  tool: z.string().optional(),
  issues: z.array(
    z.object({
      path: z.string(),
      code: z.string(),
      message: z.string(),
      limit: z.number().optional(),
      actual: z.number().optional(),
    }),
  ),
})
export type InvalidParamsData = z.infer<typeof InvalidParamsDataSchema>
