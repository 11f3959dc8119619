// The two sets of limits that a response is shaped to.
import * as z from 'zod'

/** All limits apply at once, to what is sent. */
export interface ResponseLimits {
  /** UTF-8 bytes of the response, its envelope and its escaping included; the response stays under it. */
  readonly maxBytes: number
  /** Items of any array. */
  readonly maxArrayItems: number
  /** UTF-16 code units of any string or key, the suffix of a cut one included. */
  readonly maxStringLength: number
  /**
   * Levels of nesting. The value sent is level 1, its members are level 2, and so on, values that
   * contain nothing included: `{"a":[1]}` has 3.
   */
  readonly maxJsonDepth: number
  readonly maxSummaryLength: number
  /** Lines of a log, including those that count omissions. */
  readonly maxLogLines: number
  /** What a cut string ends with. */
  readonly truncationSuffix: string
}

export const ResponseProfileSchema = z.enum(['claude-safe', 'runtime'])
export type ResponseProfile = z.infer<typeof ResponseProfileSchema>

export const RESPONSE_PROFILES: Readonly<Record<ResponseProfile, ResponseLimits>> = {
  'claude-safe': {
    maxBytes: 10_240,
    maxArrayItems: 10,
    maxStringLength: 500,
    maxJsonDepth: 4,
    maxSummaryLength: 100,
    maxLogLines: 20,
    truncationSuffix: '...',
  },
  runtime: {
    maxBytes: 1_048_576,
    maxArrayItems: 100,
    maxStringLength: 10_000,
    // Not a limit of the contract but of JSON readers: common ones stop at 64 levels.
    maxJsonDepth: 64,
    maxSummaryLength: 100,
    maxLogLines: 2_000,
    truncationSuffix: '... [truncated]',
  },
}
