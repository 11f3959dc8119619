// Replays one session file after another in its own thread, and reports its progress.
import { parentPort } from 'node:worker_threads'
import { replaySession } from './replay-session.js'
import type { FromReplayThread, ReplayJob } from './run-replay.js'

/** Often enough for a bar, rarely enough to cost nothing. */
const REPORT_EVERY_BYTES = 1_048_576

const report = (message: FromReplayThread): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ client, file, options }: ReplayJob) => {
  let unreported = 0
  const onRead = (bytes: number) => {
    unreported += bytes
    if (unreported < REPORT_EVERY_BYTES) return
    report({ read: unreported })
    unreported = 0
  }
  replaySession(client, file, options, onRead).then(
    (done) => report({ done }),
    (error: unknown) => report({ failed: error instanceof Error ? error.message : String(error) }),
  )
})
