// Replays one session file after another, in a thread of its own, and tells how far it has read.
import { parentPort } from 'node:worker_threads'
import { type FromReplayThread, type ReplayJob, replayOne } from './replay-one.js'

/** Often enough for a bar, seldom enough to cost nothing. */
const TELL_EVERY_BYTES = 1_048_576

const tell = (message: FromReplayThread): void => parentPort?.postMessage(message)

parentPort?.on('message', (job: ReplayJob) => {
  let untold = 0
  const onRead = (bytes: number) => {
    untold += bytes
    if (untold < TELL_EVERY_BYTES) return
    tell({ read: untold })
    untold = 0
  }
  void replayOne(job, onRead).then(tell)
})
