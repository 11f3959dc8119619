// A pruning worker that keeps every text whole, hangs on `HANG` and dies on `DIE`.
import { parentPort } from 'node:worker_threads'

const lines = { originalLines: 1, keptLines: 1, prunedLines: 0, prunedRatio: 0 }
const stats = { ...lines, tokensBefore: 1, tokensAfter: 1 }

parentPort.on('message', ({ job }) => {
  if (job.text.startsWith('HANG')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (job.text.startsWith('DIE')) process.exit(1)
  const reply = { status: 'unchanged', warnings: [], annotations: [], keptLines: [1], stats }
  parentPort.postMessage({ kind: 'done', reply })
})
parentPort.postMessage({ kind: 'ready' })
