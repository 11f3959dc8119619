// The replay that the page started: one at a time, its progress, its report.
import * as z from 'zod'
import { sinceOf } from '../../ledger/time-span.js'
import type { Env } from '../../settings/settings.js'
import type { PriceTable } from '../prices/price-table.js'
import { sessionsToReplay } from '../replay/given-sessions.js'
import type { ReplayOptions } from '../replay/replay-session.js'
import { progressOf, runReplay } from '../replay/run-replay.js'
import { readRequest } from './page-request.js'
import type { ReplayState } from './ui-api.js'

const ReplayRequest = z.object({
  since: z.string(),
  project: z.string().max(4096),
  callTokens: z.number().min(0).max(100_000),
  missesPerSeen: z.number().min(0).max(100),
})

export class ReplayRun {
  readonly #env: Env
  readonly #workerUrl: URL
  readonly #prices: PriceTable
  #state: ReplayState = { state: 'idle', files: 0, filesDone: 0, share: 0 }
  readonly #stop = new AbortController()

  constructor(env: Env, workerUrl: URL, prices: PriceTable) {
    this.#env = env
    this.#workerUrl = workerUrl
    this.#prices = prices
  }

  get state(): ReplayState {
    return this.#state
  }

  /** Does nothing while one is running. */
  start(body: string): ReplayState {
    if (this.#state.state === 'running') return this.#state
    const { since, project, ...assumptions } = readRequest(ReplayRequest, body)
    this.#state = { state: 'running', files: 0, filesDone: 0, share: 0 }
    this.#run({
      prices: this.#prices,
      assumptions,
      since: sinceOf(since),
      project: project === '' ? undefined : project,
    }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      this.#state = { ...this.#state, state: 'failed', message }
    })
    return this.#state
  }

  stop(): void {
    this.#stop.abort()
  }

  async #run(options: ReplayOptions): Promise<void> {
    const started = Date.now()
    const { files, notTaken } = await sessionsToReplay([], options.since, this.#env)
    const { length } = files
    const report = await runReplay({
      files,
      notTaken,
      options,
      workerUrl: this.#workerUrl,
      signal: this.#stop.signal,
      onProgress: (progress) => {
        const { filesDone } = progress
        const done = progressOf(progress, Date.now() - started)
        this.#state = { state: 'running', files: length, filesDone, ...done }
      },
    })
    this.#state = { state: 'done', files: length, filesDone: length, share: 1, report }
  }
}
