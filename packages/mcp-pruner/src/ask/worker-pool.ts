// Pruning off the main thread. General-purpose pools lack two things needed here: a time limit
// that includes the wait in the queue and ends a worker that exceeds it, and a worker that large texts
// may never take, so that a small text finds one free.

import type { Worker } from 'node:worker_threads'
import type { Cancellation } from '@jeeves/mcp-runtime'
import { AppError } from '../errors/app-error.js'
import { startThread } from '../process/thread.js'

export interface PoolOptions {
  readonly workerUrl: URL
  readonly execArgv?: string[]
  /** With 2 or more, one is reserved for small texts. */
  readonly size: number
  /** Workers start on first use and do not keep the process alive. */
  readonly lazy?: boolean
  /** Jobs that may wait for a worker. */
  readonly maxQueue: number
  /** How long a worker that exceeded its job's time limit may take to notice. */
  readonly overrunGraceMs: number
  readonly onWorkerLost?: (reason: string) => void
}

export interface JobOptions {
  /** Counts from now, including the wait. */
  readonly timeoutMs: number
  readonly large: boolean
  /** Cancels a job: a waiting one leaves the queue, a running one is asked to stop. */
  readonly signal?: Cancellation
}

/** Sent to a worker; `timeLeftMs` is what the queue has left of the job's time. */
export interface WorkerRequest<Job> {
  readonly job: Job
  readonly timeLeftMs: number
}

/** The worker's data: four bytes, set to 1 when nobody waits for the reply to its job any more. */
export type StopFlag = Int32Array<SharedArrayBuffer>

export type WorkerReply<Reply> =
  | { readonly kind: 'ready'; readonly warning?: string | undefined }
  | { readonly kind: 'done'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly message: string }

interface Task<Job, Reply> {
  readonly job: Job
  readonly large: boolean
  readonly deadline: number
  readonly settle: (outcome: Reply | AppError) => void
}

interface Slot<Job, Reply> {
  worker: Worker | undefined
  stop: StopFlag
  ready: boolean
  task: Task<Job, Reply> | undefined
  /** When the task was handed over. */
  began: number
  respawn: NodeJS.Timeout | undefined
  /** Grows while the worker dies before it is ready, so that a broken worker is not restarted in a tight loop. */
  respawnDelayMs: number
}

/** A text that makes the engine run away ends its worker, not the service. */
const WORKER_HEAP_MB = 512
/** A job that would spend more of its time in the queue is refused at once: its answer would come too late. */
const WORTH_WAITING = 0.75
const LATEST_SHARE = 0.2
/** The assumed duration before any job has finished; it decides about a burst at the start. */
const FIRST_JOB_MS = 20
const FIRST_RESPAWN_MS = 50
const MAX_RESPAWN_MS = 5_000

const newStopFlag = (): StopFlag => new Int32Array(new SharedArrayBuffer(4))

export class WorkerPool<Job, Reply> {
  readonly #options: PoolOptions
  readonly #queue: Task<Job, Reply>[] = []
  readonly #slots: Slot<Job, Reply>[]
  /** A moving average of job durations. */
  #jobMs = FIRST_JOB_MS
  #closed = false
  #warning: string | undefined
  #announceReady: () => void = () => {}
  #announceBroken: (error: Error) => void = () => {}
  /** Settles when the first worker is ready or fails to start. */
  readonly ready: Promise<void>

  constructor(options: PoolOptions) {
    this.#options = options
    this.ready = new Promise((resolve, reject) => {
      this.#announceReady = resolve
      this.#announceBroken = reject
    })
    this.#slots = Array.from({ length: options.size }, () => ({
      worker: undefined,
      stop: newStopFlag(),
      ready: false,
      task: undefined,
      began: 0,
      respawn: undefined,
      respawnDelayMs: FIRST_RESPAWN_MS,
    }))
    this.ready.catch(() => {}) // also reported to whoever awaits it
    if (!options.lazy) for (const slot of this.#slots) this.#spawn(slot)
  }

  get queued(): number {
    return this.#queue.length
  }

  /** Whether a job would spend too much of its time in the queue, judged by recent durations. */
  wouldBeLate(timeoutMs: number, ahead: number = this.#queue.length): boolean {
    return this.#waitMs(ahead) > timeoutMs * WORTH_WAITING
  }

  #waitMs(ahead: number): number {
    return (ahead * this.#jobMs) / Math.max(1, this.alive)
  }

  get busy(): number {
    return this.#slots.filter((slot) => slot.task !== undefined).length
  }

  get alive(): number {
    return this.#slots.filter((slot) => slot.ready).length
  }

  /** What the last worker started without. */
  get warning(): string | undefined {
    return this.#warning
  }

  run(job: Job, { timeoutMs, large, signal }: JobOptions): Promise<Reply> {
    if (this.#closed || signal?.aborted) {
      return Promise.reject(new AppError('aborted', 'the job was cancelled before it started'))
    }
    const { maxQueue } = this.#options
    if (this.#queue.length >= maxQueue) {
      return Promise.reject(new AppError('overloaded', `${maxQueue} jobs are already waiting`))
    }
    if (this.wouldBeLate(timeoutMs)) {
      const waitMs = Math.round(this.#waitMs(this.#queue.length))
      const message = `it would spend ${waitMs} of its ${timeoutMs} ms in the queue`
      return Promise.reject(new AppError('overloaded', message))
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#expire(task, timeoutMs), timeoutMs)
      const onAbort = () => this.#giveUp(task, new AppError('aborted', 'the caller went away'))
      const task: Task<Job, Reply> = {
        job,
        large,
        deadline: performance.now() + timeoutMs,
        settle: (outcome) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          if (outcome instanceof AppError) reject(outcome)
          else resolve(outcome)
        },
      }
      signal?.addEventListener('abort', onAbort)
      this.#queue.push(task)
      this.#assign()
      if (this.#queue.length > 0) this.#spawnOneMore()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const task of this.#queue.splice(0)) {
      task.settle(new AppError('aborted', 'the service is stopping'))
    }
    await Promise.all(
      this.#slots.map(async (slot) => {
        clearTimeout(slot.respawn)
        slot.task?.settle(new AppError('aborted', 'the service is stopping'))
        slot.task = undefined
        await slot.worker?.terminate()
      }),
    )
  }

  /** Hands waiting tasks, oldest first, to free workers; large ones leave one worker alone. */
  #assign(): void {
    for (const slot of this.#slots) {
      if (!slot.ready || slot.task) continue
      const largeRunning = this.#slots.filter((other) => other.task?.large).length
      const mayTakeLarge = largeRunning < Math.max(1, this.#slots.length - 1)
      const next = this.#queue.findIndex((task) => mayTakeLarge || !task.large)
      if (next < 0) return
      const [task] = this.#queue.splice(next, 1)
      if (!task) return
      slot.task = task
      slot.began = performance.now()
      const request: WorkerRequest<Job> = {
        job: task.job,
        timeLeftMs: Math.max(1, task.deadline - performance.now()),
      }
      Atomics.store(slot.stop, 0, 0)
      slot.worker?.postMessage(request)
    }
  }

  #drop(task: Task<Job, Reply>, error: AppError): boolean {
    const index = this.#queue.indexOf(task)
    if (index < 0) return false
    this.#queue.splice(index, 1)
    task.settle(error)
    return true
  }

  #expire(task: Task<Job, Reply>, timeoutMs: number): void {
    this.#giveUp(
      task,
      new AppError('timeout', `no result within ${timeoutMs} ms, waiting included`),
    )
  }

  /** A worker in the middle of the job is asked to stop, and terminated if it does not. */
  #giveUp(task: Task<Job, Reply>, error: AppError): void {
    if (this.#drop(task, error)) return
    const slot = this.#slots.find((candidate) => candidate.task === task)
    task.settle(error)
    if (!slot) return
    Atomics.store(slot.stop, 0, 1)
    setTimeout(() => {
      if (slot.task === task) this.#replace(slot, 'it exceeded its time limit and did not stop')
    }, this.#options.overrunGraceMs).unref()
  }

  #spawnOneMore(): void {
    const idle = this.#slots.find(({ worker, respawn }) => !worker && !respawn)
    if (idle) this.#spawn(idle)
  }

  #spawn(slot: Slot<Job, Reply>): void {
    slot.respawn = undefined
    slot.stop = newStopFlag()
    const { workerUrl, execArgv, lazy } = this.#options
    const worker = startThread<WorkerReply<Reply>>(workerUrl, {
      onMessage: (message) => this.#receive(slot, message),
      onLost: (error) => this.#lose(slot, worker, error),
      maxHeapMb: WORKER_HEAP_MB,
      workerData: slot.stop,
      // A job's own timer keeps it alive meanwhile.
      keepsProcess: !lazy,
      ...(execArgv && { execArgv }),
    })
    slot.worker = worker
  }

  #receive(slot: Slot<Job, Reply>, message: WorkerReply<Reply>): void {
    if (message.kind === 'ready') {
      slot.ready = true
      this.#warning = message.warning
      slot.respawnDelayMs = FIRST_RESPAWN_MS
      this.#announceReady()
    } else {
      const { task } = slot
      slot.task = undefined
      this.#jobMs += (performance.now() - slot.began - this.#jobMs) * LATEST_SHARE
      task?.settle(
        message.kind === 'done' ? message.reply : new AppError('job_failed', message.message),
      )
    }
    this.#assign()
  }

  #lose(slot: Slot<Job, Reply>, worker: Worker, error: Error): void {
    if (slot.worker !== worker) return
    if (!slot.ready) {
      this.#announceBroken(error)
      // No worker could take the waiting jobs, and the next attempt would most likely fail the same way.
      const waiting = this.alive === 0 ? this.#queue.splice(0) : []
      for (const task of waiting) task.settle(new AppError('worker_died', error.message))
    }
    this.#replace(slot, error.message)
  }

  #replace(slot: Slot<Job, Reply>, reason: string): void {
    if (this.#closed) return
    const { worker, task } = slot
    slot.worker = undefined
    slot.ready = false
    slot.task = undefined
    void worker?.terminate()
    task?.settle(new AppError('worker_died', reason))
    this.#options.onWorkerLost?.(reason)
    if (this.#options.lazy && this.#queue.length === 0) return
    slot.respawn = setTimeout(() => this.#spawn(slot), slot.respawnDelayMs)
    slot.respawnDelayMs = Math.min(slot.respawnDelayMs * 2, MAX_RESPAWN_MS)
  }
}
