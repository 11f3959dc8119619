// From a profile and a caller's overrides to the resolved limits.
import { RESPONSE_PROFILES, type ResponseLimits, type ResponseProfile } from '@jeeves/contracts'

/** Below these the envelope itself, with a reference and a summary, would not fit. */
const MINIMUMS: Partial<Record<keyof ResponseLimits, number>> = {
  maxBytes: 512,
  maxArrayItems: 1,
  maxStringLength: 200,
  maxJsonDepth: 3,
  maxSummaryLength: 10,
}
/** JSON parsers recurse, and so does shaping. */
const MAX_LEVELS = 256

export function resolveLimits(
  profile: ResponseProfile = 'claude-safe',
  overrides: Partial<ResponseLimits> = {},
): ResponseLimits {
  const limits = { ...RESPONSE_PROFILES[profile], ...overrides }
  for (const [name, least] of Object.entries(MINIMUMS)) {
    const value = limits[name as keyof ResponseLimits]
    if (!Number.isInteger(value) || Number(value) < least) {
      throw new RangeError(`Response limit ${name} is ${value}; it must be at least ${least}`)
    }
  }
  if (limits.maxJsonDepth > MAX_LEVELS) {
    throw new RangeError(
      `Response limit maxJsonDepth is ${limits.maxJsonDepth}; it must be at most ${MAX_LEVELS}`,
    )
  }
  return limits
}
