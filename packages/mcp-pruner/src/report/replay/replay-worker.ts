// Replays one session file after another in its own thread, and reports its progress.
import { parentPort } from 'node:worker_threads'
import { type FromReplayThread, type ReplayJob, replayOne } from './replay-one.js'

/** Often enough for a bar, rarely enough to cost nothing. */
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
