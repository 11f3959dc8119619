// Raw options become resolved ones here, once, at the entry of each part.
import { type output, prettifyError, type ZodType } from 'zod'

/** The options of a part were refused before the part existed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'INVALID_CONFIG'
}

/** Fills in defaults; errors are reported with their path. */
export function resolveConfig<Schema extends ZodType>(
  part: string,
  schema: Schema,
  options: unknown,
): output<Schema> {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  throw new ConfigError(`Invalid ${part} options:\n${prettifyError(parsed.error)}`, {
    cause: parsed.error,
  })
}
