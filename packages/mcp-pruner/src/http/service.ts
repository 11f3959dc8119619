// The service as a whole: its parts put together, its start and its end.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ArtifactStore } from '@jeeves/mcp-runtime'
import type { RecordCall } from '../call/record-call.js'
import type { EmitEvent } from '../process/events.js'
import type { PruneJob, PrunePool, PruneReply } from '../pruning/pool/prune-job.js'
import { WorkerPool } from '../pruning/pool/worker-pool.js'
import { createRecovery, type Recovery } from '../recovery/recovery.js'
import type { Ledger } from '../stats/ledger.js'
import type { AccessPolicy } from './access.js'
import { HeldBytes } from './body.js'
import { DEFAULT_LIMITS, type ServiceLimits } from './limits.js'
import { createMcpEndpoint } from './mcp/endpoint.js'
import { createMetrics } from './metrics.js'
import { createPruneService, type InputLimit } from './prune-service.js'
import { createRequestListener, UnderWay } from './request-listener.js'
import { createRoutes } from './routes.js'
import { serviceAccounts } from './service-accounts.js'
import { createHealth } from './tools/health.js'
import type { LocalTools } from './tools/local-tools.js'
import { createPruneText } from './tools/prune-text.js'
import { createRecoverText } from './tools/recover-text.js'
import { createToolSet } from './tools/tool-set.js'

export interface ServiceOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly access: AccessPolicy
  readonly stateless: boolean
  readonly inputLimit: InputLimit
  readonly store: ArtifactStore
  readonly workerUrl: URL
  readonly emit: EmitEvent
  readonly ledger?: Ledger
  /** Tools that are offered besides the service's own. */
  readonly localTools?: (
    recovery: Recovery,
    pool: PrunePool,
    record: RecordCall | undefined,
  ) => LocalTools
  readonly limits?: Partial<ServiceLimits>
}

export interface Service {
  readonly port: number
  /** Finishes what is in flight, then ends. */
  close(): Promise<void>
}

/** Time for the engine to notice a deadline between two of its checks. */
const OVERRUN_GRACE_MS = 500

export async function startService(options: ServiceOptions): Promise<Service> {
  const { emit, store } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const recovery = createRecovery(async () => store, emit)
  const held = new HeldBytes(limits.heldBytes)
  const pool = new WorkerPool<PruneJob, PruneReply>({
    workerUrl: options.workerUrl,
    size: Math.max(2, availableParallelism()),
    maxQueue: limits.queue,
    overrunGraceMs: OVERRUN_GRACE_MS,
    onWorkerLost: (reason) => {
      metrics.workerLost()
      emit('warn', 'worker.replaced', { data: { reason } })
    },
  })
  const metrics = createMetrics({
    queued: () => pool.queued,
    busyWorkers: () => pool.busy,
    aliveWorkers: () => pool.alive,
    sessions: () => mcp.sessionCount,
    heldBytes: () => held.bytes,
    store: () => store.usage().catch(() => undefined),
  })
  const { inputLimit } = options
  const accounts = options.ledger && serviceAccounts(options.ledger, recovery)
  const { called, recovered, record } = accounts ?? {}
  const pruning = createPruneService({
    pool,
    recovery,
    metrics,
    limits,
    inputLimit,
    emit,
    ...(called && { called }),
  })
  const local = options.localTools?.(recovery, pool, record)
  const tools = createToolSet(
    [
      createPruneText(pruning),
      createRecoverText(recovery, metrics, limits.ranges, recovered),
      createHealth(),
      ...(local?.tools ?? []),
    ],
    metrics,
    emit,
  )
  const mcp = createMcpEndpoint(tools, limits, options.stateless)
  const routes = createRoutes({ tools, pruning, mcp, metrics, limits })
  const underWay = new UnderWay()
  const { access } = options
  const listener = createRequestListener({ routes, access, held, limits, metrics, emit, underWay })
  const server = createHttpServer(listener, limits)

  const end = async (): Promise<void> => {
    await Promise.all([local?.close(), mcp.close(), pool.close(), recovery.close()])
  }
  try {
    await pool.ready
    await listen(server, options.host, options.port)
  } catch (error) {
    await end()
    throw error
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      underWay.stopping = true
      server.close()
      await Promise.race([underWay.finished(), sleep(limits.shutdownMs, undefined, { ref: false })])
      await end()
      server.closeAllConnections()
    },
  }
}

function createHttpServer(listener: RequestListener, limits: ServiceLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
  })
  server.on('request', listener)
  // The same, but the caller waits for a word before it sends its body: readBody gives it.
  server.on('checkContinue', listener)
  server.setTimeout(limits.idleMs)
  server.maxConnections = limits.connections
  return server
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}
