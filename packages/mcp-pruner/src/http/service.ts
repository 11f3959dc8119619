// The service as a whole: its parts wired together, its start and its end.

import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ArtifactStore } from '@jeeves/mcp-runtime'
import { embeddedEngine } from '../ask/engines.js'
import { pruneOutputWith } from '../ask/prune-output.js'
import { createTextPruner } from '../ask/text-pruner.js'
import { createGuard } from '../call/guard.js'
import type { Pipeline } from '../call/pipeline.js'
import type { Ledger } from '../ledger/ledger.js'
import { type EmitEvent, type EventLevel, isEnabled } from '../process/events.js'
import type { Settings } from '../settings/settings.js'
import { createRecovery, type Recovery } from '../store/recovery.js'
import type { AccessPolicy } from './access.js'
import { createAdmission } from './admission.js'
import { ByteBudget } from './byte-budget.js'
import { perCaller } from './callers.js'
import { watchConnections } from './connections.js'
import { createHttpServer, listen } from './http-server.js'
import { createMcpEndpoint } from './mcp/endpoint.js'
import { createMetrics, type Gauges } from './metrics.js'
import { createReadiness } from './readiness.js'
import { createRequestListener, UnderWay } from './request-listener.js'
import { createRoutes } from './routes.js'
import { overloaded } from './rpc-errors.js'
import { DEFAULT_LIMITS, exceeds, type InputLimit, type ServiceLimits } from './service-limits.js'
import { createServiceRecorder } from './service-recorder.js'
import { createSwePrune } from './swe-prune.js'
import { createHealth } from './tools/health.js'
import type { LocalTools } from './tools/local-tools.js'
import { createPruneText } from './tools/prune-text.js'
import { createRecoverText } from './tools/recover-kept-text.js'
import { createToolSet } from './tools/tool-set.js'

export interface ServiceOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  readonly access: AccessPolicy
  readonly stateless: boolean
  readonly trustedProxies?: ReadonlySet<string>
  readonly inputLimit: InputLimit
  readonly store: ArtifactStore
  /** The secret from which ids are made. */
  readonly idSecret?: string
  /** A worker other than the engine's own. */
  readonly workerUrl?: URL
  readonly emit: EmitEvent
  readonly ledger?: Ledger
  /** Tools offered besides the service's own. */
  readonly localTools?: (recovery: Recovery) => LocalTools
  /** The format of results; for the local tools. */
  readonly output?: Settings['output']
  readonly limits?: Partial<ServiceLimits>
}

export interface Service {
  readonly port: number
  /** Finishes requests in flight, then stops. */
  close(): Promise<void>
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { server, underWay, mcp, ready, end } = assemble(options, limits)
  let port: number
  try {
    await ready
    port = await listen(server, options.host, options.port)
  } catch (error) {
    await end()
    throw error
  }
  return {
    port,
    async close() {
      underWay.draining = true
      await sleep(limits.drainingMs)
      underWay.stopping = true
      server.close()
      await mcp.stopListening()
      await Promise.race([underWay.finished(), sleep(limits.shutdownMs, undefined, { ref: false })])
      await end()
      server.closeAllConnections()
    },
  }
}

/** The parts of the service, wired together; nothing listens yet. */
function assemble(options: ServiceOptions, limits: ServiceLimits) {
  const { emit, store, access, trustedProxies = new Set() } = options
  const byteBudget = new ByteBudget(limits.heldBytes)
  const { recovery, pruner, metrics, pipeline, admission, recorder } = createEngine(
    options,
    limits,
    {
      sessions: () => mcp.sessionCount,
      heldBytes: () => byteBudget.bytes,
    },
  )
  const local = options.localTools?.(recovery)
  const textParts = { recovery, metrics, limits, admission }
  const callEmit = quieter(emit)
  const tools = createToolSet(
    [
      createPruneText(textParts),
      createRecoverText(recovery, metrics, limits.ranges),
      createHealth(),
      ...(local?.tools ?? []),
    ],
    { pipeline, output: options.output ?? 'auto', metrics, emit: callEmit },
  )
  const swePrune = createSwePrune(textParts, pipeline, callEmit)
  const mcp = createMcpEndpoint(tools, limits, options.stateless)
  const underWay = new UnderWay()
  const readiness = createReadiness({
    isDraining: () => underWay.draining,
    store,
    storeMs: limits.storeMs,
    load: pruner.load,
  })
  const routes = createRoutes({ tools, swePrune, admission, mcp, readiness, metrics, limits })
  const listener = createRequestListener({
    routes,
    access,
    byteBudget,
    limits,
    metrics,
    emit,
    underWay,
  })
  const server = createHttpServer(listener, limits)
  watchConnections(server, { ...limits, trustedProxies }, emit)
  const end = async (): Promise<void> => {
    recorder?.flush()
    await Promise.all([local?.close(), mcp.close(), pruner.close(), recovery.close()])
  }
  return { server, underWay, mcp, ready: pruner.ready, end }
}

/** The engine and the store, with their metrics. */
function createEngine(
  options: ServiceOptions,
  limits: ServiceLimits,
  gauges: Pick<Gauges, 'sessions' | 'heldBytes'>,
) {
  const { emit, store } = options
  const recovery = perCaller(
    createRecovery(async () => store, emit, { secret: options.idSecret, keepMs: limits.storeMs }),
  )
  const pruner = createTextPruner({
    workers: Math.max(2, availableParallelism()),
    hereBelowChars: 0,
    maxQueue: limits.queue,
    ...(options.workerUrl && { workerUrl: options.workerUrl }),
    onWorkerLost: (reason) => {
      metrics.workerLost()
      emit('warn', 'worker.replaced', { data: { reason } })
    },
  })
  const metrics = createMetrics({
    ...gauges,
    queued: () => pruner.load.queued,
    busyWorkers: () => pruner.load.busy,
    aliveWorkers: () => pruner.load.alive,
    store: () => store.usage().catch(() => undefined),
  })
  const refuse = (): never => {
    throw overloaded(`${limits.queue} texts are waiting already`)
  }
  const recorder =
    options.ledger &&
    createServiceRecorder(options.ledger, store.kind === 'memory' ? undefined : recovery)
  const pipeline: Pipeline = {
    // Other servers may name this service in PRUNER_URL, so it calls no other.
    pruneOutput: pruneOutputWith({
      engines: async () => [embeddedEngine(pruner, refuse)],
      recovery,
      timeoutMs: limits.pruneMs,
      isTooLarge: (text, question) =>
        question.length > limits.goalChars || exceeds(text, options.inputLimit),
    }),
    guard: createGuard(emit, recovery.memoryStats),
    ...(recorder && { record: recorder.record }),
  }
  const admission = createAdmission(pruner.load, limits.queue)
  return { recovery, pruner, metrics, pipeline, admission, recorder }
}

const lowered = (level: EventLevel): EventLevel => (level === 'info' ? 'debug' : level)

/** Events of each call are for debugging; failures are for everybody. */
function quieter(emit: EmitEvent): EmitEvent {
  const quiet: EmitEvent = (level, ...rest) => emit(lowered(level), ...rest)
  return Object.assign(quiet, { isEnabled: (level: EventLevel) => isEnabled(emit, lowered(level)) })
}
