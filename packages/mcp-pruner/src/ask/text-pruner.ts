// The one way to the embedded engine: small texts in this thread where that is allowed, all others in
// workers, so that other calls, pings and cancellations are answered meanwhile.
import type { Cancellation } from '@jeeves/mcp-runtime'
import type { PruneReply, PruneTextRequest } from './ask-request.js'
import type { TravellingReply } from './prune-worker.js'
import { tinyTextReply } from './tiny-text.js'
import { type PoolOptions, WorkerPool } from './worker-pool.js'

export interface TextPruner {
  /** Throws an `AppError` if there is no reply in time. */
  pruneText(request: PruneTextRequest, signal?: Cancellation): Promise<PruneReply>
  readonly load: PoolLoad
  /** Settles when the first worker is ready or fails to start. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

export type PoolLoad = Pick<
  WorkerPool<PruneTextRequest, TravellingReply>,
  'queued' | 'busy' | 'alive' | 'warning' | 'wouldBeLate'
>

export interface TextPrunerOptions
  extends Partial<Pick<PoolOptions, 'workerUrl' | 'onWorkerLost' | 'maxQueue'>> {
  readonly workers: number
  /** Texts with fewer characters are pruned in the calling thread. */
  readonly hereBelowChars: number
}

/** Texts from this size on may not take the last free worker. */
const LARGE_CHARS = 131_072
/** Below this the engine finishes sooner than a thread could receive the text. */
const THREAD_PAYS_CHARS = 200_000
/** Time for the engine to notice a deadline between two of its checks. */
const OVERRUN_GRACE_MS = 3000
const MAX_QUEUE = 256

/** For one agent: a single worker, started for the first long text, that does not keep the process alive. */
export const oneLazyWorker = (): TextPruner =>
  createTextPruner({ workers: 1, hereBelowChars: THREAD_PAYS_CHARS })

/** The engine's time depends on lines as well as characters. */
const MANY_LINES = 8000

function hasManyLines(text: string): boolean {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1 && lines < MANY_LINES; lines++) {
    at = text.indexOf('\n', at + 1)
  }
  return lines >= MANY_LINES
}

/** A single worker starts on first use; several start now. */
export function createTextPruner(options: TextPrunerOptions): TextPruner {
  const { workers, hereBelowChars, workerUrl, ...rest } = options
  const pool = new WorkerPool<PruneTextRequest, TravellingReply>({
    ...(workerUrl ? { workerUrl } : WORKER),
    size: workers,
    lazy: workers === 1,
    maxQueue: MAX_QUEUE,
    overrunGraceMs: OVERRUN_GRACE_MS,
    ...rest,
  })
  return {
    async pruneText(request, signal) {
      const { text, timeoutMs } = request
      const whole = hereBelowChars > text.length ? tinyTextReply(request) : undefined
      if (whole && !signal?.aborted) return whole
      if (text.length < hereBelowChars && !hasManyLines(text)) {
        // Loaded on first use: the first answer does not need the engine.
        const { runEngine } = await import('./run-engine.js')
        return runEngine(request, timeoutMs, () => signal?.aborted === true)
      }
      const large = text.length > LARGE_CHARS
      return { text, ...(await pool.run(request, { timeoutMs, large, ...(signal && { signal }) })) }
    },
    load: pool,
    ready: pool.ready,
    close: () => pool.close(),
  }
}

/** The bundle puts the worker beside itself. */
const WORKER: Pick<PoolOptions, 'workerUrl' | 'execArgv'> = import.meta.url.endsWith('.ts')
  ? {
      workerUrl: new URL('./prune-worker-from-source.mjs', import.meta.url),
      execArgv: ['--conditions=@jeeves/source'],
    }
  : { workerUrl: new URL('./prune-worker.js', import.meta.url) }
