// A pruning worker: one job at a time, answered in full or with the reason why not.
import { parentPort } from 'node:worker_threads'
import { defaultScorer } from '@jeeves/pruner/node'
import { type PruneJob, type PruneReply } from './prune-job.js'
import { runPruneJob } from './run-prune-job.js'
import type { WorkerReply, WorkerRequest } from './worker-pool.js'

const port = parentPort
if (!port) throw new Error('this file is the entry point of a worker thread')

const send = (message: WorkerReply<PruneReply>): void => port.postMessage(message)

port.on('message', ({ job, timeLeftMs }: WorkerRequest<PruneJob>) => {
  try {
    send({ kind: 'done', reply: runPruneJob(job, timeLeftMs) })
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})
defaultScorer() // read from disk now, so that the first job need not wait for it
send({ kind: 'ready' })
