// Limits of requests to our own tools, besides what each tool says of its arguments.
import type { MCPRequestLimits } from '@jeeves/contracts'

/** No string is refused for its length alone: a command or a text has its own limit. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER

const limitsOf = (maxRequestBytes: number): MCPRequestLimits => ({
  maxArraySize: 100,
  maxStringLength: NO_LIMIT,
  maxObjectDepth: NO_LIMIT,
  maxRequestBytes,
  toolArrayLimits: { recover_text: 1000 },
})

/** Twice the longest command with the most variables that `bash` takes, written in bytes. */
export const OWN_REQUEST_LIMITS = limitsOf(4_194_304)

/** For tools that are sent a whole text. */
export const TEXT_REQUEST_LIMITS = limitsOf(10_485_760)
