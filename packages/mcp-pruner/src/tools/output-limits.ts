import { ARGUMENT_LIMITS } from '@jeeves/contracts'

/** Without `max_output_bytes`: the largest value it may have. */
export const DEFAULT_MAX_OUTPUT_BYTES = ARGUMENT_LIMITS.max_output_bytes.max
