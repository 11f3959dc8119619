// Replays many session files in several threads. A file that crashes a thread is reported and skipped.
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { SessionFile } from '../../clients/sessions/find-sessions.js'
import { startThread } from '../../process/thread.js'
import { PUBLISHED_PRICES } from '../prices/published-prices.js'
import type { SessionReplay } from './replay-figures.js'
import { type NotTakenFile, type ReplayReport, ReplaySum } from './replay-report.js'
import { isNotTaken, type NotTaken, type ReplayOptions } from './replay-session.js'

export interface ReplayProgress {
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly bytesDone: number
}

export interface RunReplay {
  readonly files: readonly SessionFile[]
  /** Found, but not read. */
  readonly notTaken?: readonly NotTakenFile[]
  readonly options?: ReplayOptions
  readonly workerUrl: URL
  readonly workers?: number | undefined
  readonly onProgress?: (progress: ReplayProgress) => void
  readonly signal?: AbortSignal
}

export interface ReplayJob extends Pick<SessionFile, 'client' | 'file'> {
  readonly options: ReplayOptions
}

type Outcome = { readonly done: SessionReplay | NotTaken } | { readonly failed: string }

/** Bytes read since the last message, any number of times; then the outcome. */
export type FromReplayThread = { readonly read: number } | Outcome

/** Enough for the engine and one long line; no thread can process a file that needs more. */
const WORKER_HEAP_MB = 512

export async function runReplay(run: RunReplay): Promise<ReplayReport> {
  const { files, notTaken = [], options = {}, workerUrl, onProgress, signal } = run
  const { workers = Math.max(1, availableParallelism()) } = run
  const sum = new ReplaySum(options.prices ?? PUBLISHED_PRICES)
  for (const { file, reason } of notTaken) sum.notTaken(file, reason)
  const bytes = files.reduce((all, file) => all + file.bytes, 0)
  let filesDone = 0
  let bytesDone = 0
  const reportProgress = () => onProgress?.({ files: files.length, filesDone, bytes, bytesDone })
  const queue = files.values()
  const work = async (replay: Replay): Promise<void> => {
    for (const { client, file, bytes: size } of queue) {
      if (signal?.aborted) return
      let read = 0
      const outcome = await replay({ client, file, options }, (more) => {
        // A file that grows meanwhile counts with its first size.
        const counted = Math.min(more, size - read)
        read += counted
        bytesDone += counted
        reportProgress()
      })
      if ('failed' in outcome) sum.notTaken(file, `cannot be read: ${outcome.failed}`)
      else if (isNotTaken(outcome.done)) sum.notTaken(file, outcome.done.notTaken)
      else sum.add(outcome.done)
      filesDone += 1
      bytesDone += size - read
      reportProgress()
    }
  }
  reportProgress()
  const count = Math.min(files.length, workers)
  await Promise.all(Array.from({ length: count }, () => inThread(workerUrl, work, signal)))
  return sum.report
}

/** Shorter times predict nothing. */
const ESTIMATE_AFTER_MS = 1000

/** By the share of the bytes, at the speed so far. */
export function progressOf(
  { bytes, bytesDone }: ReplayProgress,
  elapsedMs: number,
): { readonly share: number; readonly secondsLeft?: number } {
  const share = bytes > 0 ? bytesDone / bytes : 1
  if (elapsedMs < ESTIMATE_AFTER_MS || share <= 0) return { share }
  return { share, secondsLeft: Math.ceil((elapsedMs / share - elapsedMs) / 1000) }
}

type Replay = (job: ReplayJob, onRead: (bytes: number) => void) => Promise<Outcome>

async function inThread(
  url: URL,
  work: (replay: Replay) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let settle: ((outcome: Outcome) => void) | undefined
  let onRead: ((bytes: number) => void) | undefined
  let isOver = false
  const start = (): Worker =>
    startThread<FromReplayThread>(url, {
      onMessage: (message) => ('read' in message ? onRead?.(message.read) : settle?.(message)),
      onLost: ({ message }) => {
        if (isOver) return
        worker = start()
        settle?.({ failed: message })
      },
      maxHeapMb: WORKER_HEAP_MB,
      keepsProcess: true,
    })
  let worker = start()
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  await work((job, onBytes) => {
    onRead = onBytes
    return new Promise((resolve) => {
      settle = resolve
      worker.postMessage(job)
    })
  })
  signal?.removeEventListener('abort', stop)
  isOver = true
  await worker.terminate()
}
