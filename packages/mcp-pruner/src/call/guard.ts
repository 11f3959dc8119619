// The runtime policy's gates before each call. What they only warn about is logged; what they refuse does
// not run.
import { evaluatePolicy, mcpRuntimePolicy } from '@jeeves/guard'
import type { EmitEvent } from '../process/events.js'
import type { Guard } from './pipeline.js'

const MAX_REQUEST_BYTES = 10_485_760

export const createGuard =
  (emit: EmitEvent): Guard =>
  async (toolName, args) => {
    const { passed, outcomes } = await evaluatePolicy(mcpRuntimePolicy, {
      toolName,
      requestSizeBytes: Buffer.byteLength(JSON.stringify(args)),
      limits: { maxRequestBytes: MAX_REQUEST_BYTES },
    })
    for (const { gateId, status, warning } of outcomes) {
      if (status === 'warn') emit('warn', 'guard.warning', { data: { gate: gateId, warning } })
    }
    if (passed) return undefined
    const failed = outcomes.filter(({ status }) => status === 'fail')
    return { code: 'refused', message: failed.map(({ reason }) => reason).join('; ') }
  }
