// The replay that the page started: one at a time, its progress, its report.
import type { Env } from '../../process/settings.js'
import { sessionsToReplay } from '../replay/given-sessions.js'
import { runReplay } from '../replay/run-replay.js'
import type { ReplayState } from './ui-api.js'

export class ReplayRun {
  readonly #env: Env
  readonly #workerUrl: URL
  #state: ReplayState = { state: 'idle', files: 0, filesDone: 0, share: 0 }
  #stop = new AbortController()

  constructor(env: Env, workerUrl: URL) {
    this.#env = env
    this.#workerUrl = workerUrl
  }

  get state(): ReplayState {
    return this.#state
  }

  /** Does nothing while one is running. */
  start(since: number | undefined): void {
    if (this.#state.state === 'running') return
    this.#state = { state: 'running', files: 0, filesDone: 0, share: 0 }
    this.#run(since).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      this.#state = { ...this.#state, state: 'failed', message }
    })
  }

  stop(): void {
    this.#stop.abort()
  }

  async #run(since: number | undefined): Promise<void> {
    const { files, notTaken } = await sessionsToReplay([], since, this.#env)
    const report = await runReplay({
      files,
      notTaken,
      options: { since },
      workerUrl: this.#workerUrl,
      signal: this.#stop.signal,
      onProgress: ({ files: all, filesDone, bytes, bytesDone }) => {
        const share = bytes > 0 ? bytesDone / bytes : 1
        this.#state = { state: 'running', files: all, filesDone, share }
      },
    })
    const { length } = files
    this.#state = { state: 'done', files: length, filesDone: length, share: 1, report }
  }
}
