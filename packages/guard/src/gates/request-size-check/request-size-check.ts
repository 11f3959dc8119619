import type { GuardGate } from '../../types.js'

export const requestSizeCheck: GuardGate = {
  id: 'request-size-check',
  name: 'Request Size Check',
  description: 'Rejects oversized requests',
  check: ({ requestSizeBytes, limits }) => {
    if (requestSizeBytes === undefined || limits === undefined) return { passed: true }
    // Written so that a size that is not a number does not pass.
    if (requestSizeBytes <= limits.maxRequestBytes) return { passed: true }
    return {
      passed: false,
      reason: `Request size (${requestSizeBytes} bytes) exceeds limit (${limits.maxRequestBytes} bytes)`,
      recommendation: 'Reduce request payload size',
    }
  },
}
