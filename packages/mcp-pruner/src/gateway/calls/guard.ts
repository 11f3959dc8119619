// The gates that a call passes before it goes to its server: request limits, sizes, memory.
import { getHeapStatistics } from 'node:v8'
import type { MCPCacheStats, MCPRequestLimits } from '@jeeves/contracts'
import { evaluatePolicy, mcpRuntimePolicy, timeoutAudit } from '@jeeves/guard'
import { arraySizeViolations, validateRequest } from '@jeeves/mcp-runtime'
import type { Failure } from '../../call/tool.js'
import type { EmitEvent } from '../../process/events.js'

/** `undefined` lets the call pass. */
export async function guardCall(
  tool: string,
  args: unknown,
  limits: MCPRequestLimits,
  emit: EmitEvent,
): Promise<Failure | undefined> {
  const validation = validateRequest(args, limits, tool)
  const verdict = await evaluatePolicy(mcpRuntimePolicy, {
    toolName: tool,
    requestSizeBytes: Buffer.byteLength(JSON.stringify(args)),
    limits,
    arraySizeViolations: arraySizeViolations(validation),
    cacheStats: memoryStats(),
  })
  for (const { gateId, warning } of verdict.outcomes) {
    if (warning !== undefined)
      emit('warn', 'guard.warning', { data: { tool, gate: gateId, warning } })
  }
  const refused = verdict.outcomes.find(({ status }) => status === 'fail')
  if (validation.valid && !refused) return undefined
  const errors = validation.valid ? [] : validation.errors
  const isMemory = refused?.gateId === 'memory-pressure-check'
  const [first] = errors
  const reasons =
    errors.length > 0 ? errors.map(({ message }) => message) : [refused?.reason ?? 'refused']
  return {
    code: isMemory
      ? 'MEMORY_PRESSURE'
      : first?.code === 'ARRAY_TOO_LARGE'
        ? first.code
        : 'INVALID_INPUT',
    message: [...reasons, refused?.recommendation].filter(Boolean).join('. '),
    context: { gate: refused?.gateId, errors: errors.slice(0, 10) },
  }
}

/** Puts a call on record that came near its time limit. */
export async function auditDuration(
  toolName: string,
  durationMs: number,
  timeoutMs: number,
  emit: EmitEvent,
): Promise<void> {
  const { audit } = await timeoutAudit.check({ toolName, durationMs, timeoutMs })
  if (audit) emit('warn', 'guard.audit', { data: audit })
}

/** The gateway's own heap, in the terms of the policy. */
function memoryStats(): MCPCacheStats {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  const share = used / limit
  return {
    entryCount: 0,
    currentSizeBytes: used,
    maxSizeBytes: limit,
    hitCount: 0,
    missCount: 0,
    hitRate: 0,
    evictionCount: 0,
    pressureLevel:
      share > 0.95 ? 'critical' : share > 0.85 ? 'high' : share > 0.7 ? 'medium' : 'low',
  }
}
