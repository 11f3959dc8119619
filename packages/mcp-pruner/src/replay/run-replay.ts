// Many session files in several threads. A file that brings a thread down is told and passed over.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SessionFile } from '../clients/sessions/find-sessions.js'
import type { SessionReplay } from './replay-figures.js'
import { type ReplayReport, ReplaySum } from './replay-report.js'
import { OTHER_PROJECT, type ReplayOptions, replaySession } from './replay-session.js'

export interface ReplayJob extends Pick<SessionFile, 'client' | 'file'> {
  readonly options: ReplayOptions
}

export interface ReplayProgress {
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly bytesDone: number
}

export interface RunReplay {
  readonly files: readonly SessionFile[]
  readonly options?: ReplayOptions
  /** Absent: in this thread. */
  readonly workerUrl?: URL
  readonly workers?: number
  readonly onProgress?: (progress: ReplayProgress, sum: ReplaySum) => void
  readonly signal?: AbortSignal
}

export type Outcome =
  | { readonly done: SessionReplay | typeof OTHER_PROJECT }
  | { readonly failed: string }

/** Enough for the engine and one long line; more is a file that no thread can hold. */
const WORKER_HEAP_MB = 512

export async function runReplay(run: RunReplay): Promise<ReplayReport> {
  const { files, options = {}, workerUrl, onProgress, signal } = run
  const sum = new ReplaySum()
  const bytes = files.reduce((all, file) => all + file.bytes, 0)
  let filesDone = 0
  let bytesDone = 0
  const queue = files.values()
  const work = async (replay: (job: ReplayJob) => Promise<Outcome>): Promise<void> => {
    for (const { client, file, bytes: size } of queue) {
      if (signal?.aborted) return
      const outcome = await replay({ client, file, options })
      if ('failed' in outcome) sum.failed(file)
      else if (outcome.done !== OTHER_PROJECT) sum.add(outcome.done)
      filesDone += 1
      bytesDone += size
      onProgress?.({ files: files.length, filesDone, bytes, bytesDone }, sum)
    }
  }
  if (!workerUrl) {
    await work(replayHere)
    return sum.report
  }
  const count = Math.min(files.length, run.workers ?? Math.max(1, availableParallelism()))
  await Promise.all(Array.from({ length: count }, () => inThread(workerUrl, work, signal)))
  return sum.report
}

async function replayHere({ client, file, options }: ReplayJob): Promise<Outcome> {
  try {
    return { done: await replaySession(client, file, options) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

async function inThread(
  url: URL,
  work: (replay: (job: ReplayJob) => Promise<Outcome>) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const start = () =>
    new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } })
  let worker = start()
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  await work(async (job) => {
    const answered = new AbortController()
    const listening = { signal: answered.signal }
    worker.postMessage(job)
    try {
      const [outcome] = await Promise.race([
        once(worker, 'message', listening),
        ended(worker, listening),
      ])
      return outcome as Outcome
    } catch (error) {
      worker = start()
      return { failed: error instanceof Error ? error.message : String(error) }
    } finally {
      answered.abort()
    }
  })
  signal?.removeEventListener('abort', stop)
  await worker.terminate()
}

/** Rejects: a thread that ends has not answered. */
async function ended(worker: Worker, listening: { signal: AbortSignal }): Promise<never> {
  const [code] = (await once(worker, 'exit', listening)) as [number]
  throw new Error(`the thread ended with code ${code}`)
}
