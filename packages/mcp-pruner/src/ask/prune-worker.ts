// The entry point of a pruning worker: one job at a time, answered with a result or an error.
import { parentPort, workerData } from 'node:worker_threads'
import type { PruneReply, PruneTextRequest } from './ask-request.js'
import { loadEngine, runEngine } from './run-engine.js'
import type { StopFlag, WorkerReply, WorkerRequest } from './worker-pool.js'

/** An unchanged text is not sent back. */
export type TravellingReply = Omit<PruneReply, 'text'> & { readonly text?: string }

const port = parentPort
if (!port) throw new Error('this file is the entry point of a worker thread')

const send = (message: WorkerReply<TravellingReply>): void => port.postMessage(message)

const stop = workerData as StopFlag

port.on('message', ({ job, timeLeftMs }: WorkerRequest<PruneTextRequest>) => {
  try {
    const reply = runEngine(job, timeLeftMs, () => Atomics.load(stop, 0) !== 0)
    const { text, ...rest } = reply
    send({ kind: 'done', reply: text === job.text ? rest : reply })
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})
send({ kind: 'ready', warning: loadEngine() })
