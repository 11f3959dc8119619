import type { GuardGate } from '../../types.js'

/** Share of its time limit from which a call is worth a record. */
const NEAR = 0.8

export const timeoutAudit: GuardGate = {
  id: 'timeout-audit',
  name: 'Timeout Audit',
  description: 'Logs operations approaching timeout',
  onFault: 'open',
  check: ({ toolName, durationMs, timeoutMs }) => {
    if (durationMs === undefined || !timeoutMs) return { passed: true }
    const ratio = durationMs / timeoutMs
    if (ratio <= NEAR) return { passed: true }
    return {
      passed: true,
      audit: {
        event: 'near_timeout',
        tool: toolName,
        durationMs,
        timeoutMs,
        ratio: `${(ratio * 100).toFixed(1)}%`,
      },
    }
  },
}
