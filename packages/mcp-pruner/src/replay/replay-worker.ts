// Replays one session file after another, in a thread of its own.
import { parentPort } from 'node:worker_threads'
import { replaySession } from './replay-session.js'
import type { Outcome, ReplayJob } from './run-replay.js'

parentPort?.on('message', (job: ReplayJob) => {
  void answer(job).then((outcome) => parentPort?.postMessage(outcome))
})

async function answer({ client, file, options }: ReplayJob): Promise<Outcome> {
  try {
    return { done: await replaySession(client, file, options) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
