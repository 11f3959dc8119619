/** Without `max_output_bytes`: the largest value it may have. */
export const DEFAULT_MAX_OUTPUT_BYTES = 10_485_760
