// A worker that does what its job says: answers, takes its time, throws, hangs, or dies.
import { parentPort, threadId, workerData } from 'node:worker_threads'

const sleepers = new Int32Array(new SharedArrayBuffer(4))
const ACTIONS = {
  echo: ({ value }) => value,
  sleep: ({ ms }) => {
    Atomics.wait(sleepers, 0, 0, ms)
    return threadId
  },
  throw: () => {
    throw new Error('the job said so')
  },
  hang: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  untilStopped: (_, flag) => {
    while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0, 5)
  },
}

parentPort.on('message', ({ job, timeLeftMs }) => {
  try {
    const reply = job.action === 'time' ? timeLeftMs : ACTIONS[job.action](job, workerData)
    parentPort.postMessage({ kind: 'done', reply })
  } catch (error) {
    parentPort.postMessage({ kind: 'failed', message: error.message })
  }
})
parentPort.postMessage({ kind: 'ready' })
