// Large texts are pruned in a thread of their own, so that other calls, pings and cancellations are
// answered meanwhile. The thread is started when first needed, kept, and never holds the process.
import { Worker } from 'node:worker_threads'
import type { EngineInput, EngineResult } from './engine.js'

/** Below this the engine is done before a thread could be told about the text. */
export const OFF_THREAD_CHARS = 200_000
/** The engine watches its own deadline; a thread that overruns it by this much is stuck. */
const OVERRUN_MS = 2000

interface Job {
  readonly settle: (result: EngineResult) => void
  readonly timer: NodeJS.Timeout
}

class PruneThread {
  readonly #worker = new Worker(new URL('./embedded-worker.js', import.meta.url))
  readonly #jobs = new Map<number, Job>()
  readonly #onLost: () => void
  #nextId = 0

  constructor(onLost: () => void) {
    this.#onLost = onLost
    this.#worker.on('message', ({ id, result }: { id: number; result: EngineResult }) =>
      this.#settle(id, result),
    )
    this.#worker.on('error', (error) => this.#lose(error.message))
    this.#worker.on('exit', () => this.#lose('it ended'))
    // Last, because listening for messages holds the process again.
    this.#worker.unref()
  }

  prune(input: EngineInput): Promise<EngineResult> {
    return new Promise((resolve) => {
      const id = this.#nextId++
      const timer = setTimeout(() => {
        const message = `the embedded engine did not finish within PRUNER_TIMEOUT_MS=${input.timeoutMs}`
        this.#settle(id, { ok: false, error: { code: 'timeout', message } })
        void this.#worker.terminate()
      }, input.timeoutMs + OVERRUN_MS)
      this.#jobs.set(id, { settle: resolve, timer })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#worker.postMessage({ id, input })
    })
  }

  #settle(id: number, result: EngineResult): void {
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    clearTimeout(job?.timer)
    job?.settle(result)
  }

  #lose(why: string): void {
    this.#onLost()
    const message = `the pruning thread was lost: ${why}`
    for (const id of this.#jobs.keys()) {
      this.#settle(id, { ok: false, error: { code: 'invalid_response', message } })
    }
  }
}

let thread: PruneThread | undefined

export function pruneOffThread(input: EngineInput): Promise<EngineResult> {
  thread ??= new PruneThread(() => {
    thread = undefined
  })
  return thread.prune(input)
}
