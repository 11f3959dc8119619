// `read`, `bash` and `grep` over HTTP, for those who asked for them by name and hold the token. They take the
// same way as over stdio; only the pruning is done by the service's workers.

import { callTool } from '../../call/pipeline.js'
import type { RecordCall } from '../../call/record-call.js'
import { outputModeFor } from '../../clients/output-mode.js'
import type { EmitEvent } from '../../process/events.js'
import { stopAllGroups } from '../../process/process-group.js'
import { DEFAULT_PRUNER_URL, type Settings } from '../../process/settings.js'
import type { EngineInput, EngineResult } from '../../pruning/engine.js'
import { LARGE_CHARS, type PrunePool } from '../../pruning/pool/prune-job.js'
import { PoolError } from '../../pruning/pool/worker-pool.js'
import { createPruneOutput } from '../../pruning/prune-output.js'
import type { Recovery } from '../../recovery/recovery.js'
import { createTools } from '../../tools/index.js'
import { invalidParams } from '../rpc/errors.js'
import { aboutTool, type ServiceTool } from './service-tool.js'

export interface LocalTools {
  readonly tools: readonly ServiceTool[]
  /** Ends what their calls have started. */
  close(): Promise<void>
}

export function createLocalTools(
  settings: Settings,
  recovery: Recovery,
  pool: PrunePool,
  emit: EmitEvent,
  record: RecordCall | undefined,
): LocalTools {
  const output = outputModeFor(settings.output, undefined)
  // This is the service that others may name in PRUNER_URL: it asks no other.
  const pruner = { ...settings.pruner, url: DEFAULT_PRUNER_URL, probeFirst: true }
  const pruneOutput = createPruneOutput(pruner, recovery, {
    probe: async () => false,
    embedded: (input, signal) => pruneInPool(pool, input, signal),
  })
  const tools = createTools(settings, recovery).map(
    (tool): ServiceTool => ({
      definition: tool.listed(output),
      async call(args = {}, { requestId, signal }) {
        if (typeof args !== 'object' || args === null || Array.isArray(args)) {
          const issue = { path: 'arguments', code: 'invalid_type', message: 'must be an object' }
          throw invalidParams(aboutTool(tool.name), [issue])
        }
        const call = { requestId, signal, emit, output }
        return (await callTool(tool, args, call, { pruneOutput, ...(record && { record }) })).result
      },
    }),
  )
  return { tools, close: stopAllGroups }
}

async function pruneInPool(
  pool: PrunePool,
  input: EngineInput,
  signal: AbortSignal,
): Promise<EngineResult> {
  const { text, question: goal, sourceType = 'auto', fileName, firstLine, timeoutMs } = input
  try {
    const reply = await pool.run(
      {
        request: { text, goal, sourceType, ...(fileName !== undefined && { fileName }) },
        view: { style: 'compact', firstLine },
      },
      { timeoutMs, large: text.length > LARGE_CHARS, signal },
    )
    if (reply.warnings.includes('timeout')) return failed('timeout', 'the time limit was reached')
    const { text: shown = text, numbered = shown, keptLines } = reply
    return { ok: true, pruned: { text: shown, numbered, keptLines } }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isTimeout = error instanceof PoolError && error.code === 'timeout'
    return failed(isTimeout ? 'timeout' : 'invalid_response', message)
  }
}

const failed = (code: 'timeout' | 'invalid_response', message: string): EngineResult => ({
  ok: false,
  error: { code, message },
})
